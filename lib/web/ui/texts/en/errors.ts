/**
 * What an error means and what to do: the pages for users, and one explanation for each `error_ref`.
 * `person` addresses the user who saw the error, `developer` lists what the app's developer should check, first thing first.
 */
import { REFERENCES } from '../../../../../policies/errors.ts'

/** For the causes that one sentence explains. */
export interface ErrorNote {
  title: string
  check: string
}

const pages = {
  unknownApp: {
    title: 'This app can’t sign you in',
    advice: 'It isn’t registered or has been turned off. Tell the app’s owner and quote the request ID.',
  },
  returnAddress: {
    title: 'This app sent a return address we don’t recognise',
    advice: 'For your safety we don’t send you there. Tell the app’s owner and quote the request ID.',
  },
  incomplete: {
    title: 'The app’s sign-in request is incomplete',
    advice: 'Go back to the app and try again. If it happens again, tell the app’s owner and quote the request ID.',
  },
  signOut: {
    title: 'The app’s sign-out request is incomplete',
    advice: 'You’re still signed in. Tell the app’s owner and quote the request ID.',
  },
  tooMany: { title: 'Too many requests', advice: 'We slow down when many requests come from one place.' },
  service: { title: 'There’s a problem with the service', advice: 'Try again later. Nothing was changed.' },
  denied: { title: 'Sign-in was not completed', advice: 'Access was not given. Go back to the app to try again.' },
  expired: { title: 'This page has expired', advice: 'Nothing was changed. Go back to the app and sign in again.' },
  shownOnce: {
    title: 'This sign-out page is shown only once',
    advice:
      'It was opened before, or it is more than two minutes old. You can close this page. If an app still shows you as signed in, sign out there.',
  },
  notFound: { title: 'Page not found', advice: 'Check the address, or go back to the app you came from.' },
  details: 'Details',
  developerDetails: 'For the app’s developer',
  received: 'Received',
  error: 'Error',
  description: 'Description',
  reference: 'Reference',
  time: 'Time',
  explain: 'What this error means',
}

const reference = {
  happened: 'What happened',
  person: 'If you were signing in',
  developer: 'If you develop the app',
  personOwner: 'Go back to the app and try once more. If it happens again, send the request ID to the app’s owner.',
  personSignIn: 'Sign in again.',
  personLater: 'Wait a little, then try again. Nothing was changed.',
  all: 'The request ID in the error leads your administrator to the exact cause.',
  unknownTitle: 'We have no error of this name',
  unknownLead: 'Check the address for a typing mistake. The error code itself is explained in the documentation.',
}

const ASK_OWNER = reference.personOwner

const refs = {
  invalid_client: {
    title: 'The app is not known here',
    happened:
      'The request named a client that is not registered or is turned off, or its credentials were not accepted.',
    person: ASK_OWNER,
    developer: [
      'Compare client_id with the value in the administration panel, character by character.',
      'Check that the client is active and that you use the issuer of the right environment.',
      'At the token endpoint, send the credentials once: in the Authorization header or in the body, not in both.',
    ],
  },
  client_disabled: {
    title: 'The app is turned off',
    happened: 'An administrator has disabled this client. Its tokens were revoked at that moment.',
    person: 'The app can’t be used at present. Ask its owner when it will be back.',
    developer: ['Ask an administrator to enable the client again.', 'After that, users have to sign in again.'],
  },
  invalid_client_secret: {
    title: 'The client secret is not right',
    happened: 'The client is known, but the secret it sent is not its current one.',
    person: ASK_OWNER,
    developer: [
      'A rotated secret replaces the former one at once: deploy the new value everywhere.',
      'Look for spaces, quotes or line ends around the value in the environment.',
      'With HTTP Basic, encode client_id and secret as form values before base64.',
    ],
  },
  unauthorized_client: {
    title: 'The app may not do this',
    happened: 'The client is known, but this endpoint or grant is not open to it.',
    person: ASK_OWNER,
    developer: [
      'Check the client’s type: introspection and secrets belong to confidential clients.',
      'Use the authorization code and refresh token grants only.',
    ],
  },
  redirect_uri_mismatch: {
    title: 'The return address is not registered',
    happened: 'The address in redirect_uri or post_logout_redirect_uri is not among those registered for this client.',
    person: ASK_OWNER,
    developer: [
      'Addresses are compared as strings: scheme, port, upper and lower case and a final slash all count.',
      'Send the same redirect_uri to the token endpoint as to the authorization endpoint.',
    ],
    lookUp: 'The administration panel shows the difference when you look up the request ID.',
  },
  pkce_required: {
    title: 'PKCE is missing or does not fit',
    happened:
      'Every client uses PKCE with S256. The challenge or the verifier was missing, malformed or did not match.',
    person: ASK_OWNER,
    developer: [
      'Send code_challenge_method=S256 and a code_challenge of 43 base64url characters.',
      'Keep the code_verifier of this very sign-in and send it with the code.',
      'Two tabs need two verifiers: store it under the state.',
    ],
  },
  invalid_grant: {
    title: 'The code or token is not accepted',
    happened:
      'The authorization code or refresh token is unknown, used, expired, revoked or belongs to another client.',
    person: 'Sign in again.',
    developer: [
      'Use each code and each refresh token once, and keep the newest refresh token.',
      'Send the user through sign-in again.',
    ],
  },
  code_used: {
    title: 'The code was used before',
    happened: 'An authorization code works once. What its first use yielded has been revoked as a precaution.',
    person: 'Sign in again.',
    developer: [
      'Look for a repeated callback: a reload, a retry, or two handlers for one address.',
      'Do not retry a code after an answer.',
    ],
  },
  code_expired: {
    title: 'The code has expired',
    happened: 'An authorization code must be exchanged within two minutes.',
    person: 'Sign in again.',
    developer: [
      'Exchange the code in the callback itself.',
      'Check that nothing delays the request to the token endpoint.',
    ],
  },
  refresh_token_replayed: {
    title: 'A refresh token was used twice',
    happened:
      'Each refresh gives a new refresh token. The old one came again, so all tokens of that sign-in were revoked.',
    person: 'Sign in again. If you did not expect this, look through your devices in your account.',
    developer: [
      'Store the new refresh token before you use the new access token.',
      'Let only one process or tab refresh at a time.',
    ],
  },
  scope_denied: {
    title: 'The app asked for more than it may have',
    happened: 'A requested scope is not allowed for this client, or was not granted at sign-in.',
    person: ASK_OWNER,
    developer: [
      'Compare the requested scopes with those allowed for the client in the panel.',
      'At refresh, ask only for scopes granted at sign-in.',
    ],
  },
  session_expired: {
    title: 'The session has ended',
    happened: 'The sign-in is too old, was idle for too long, or was ended by a sign-out.',
    person: 'Sign in again.',
    developer: ['Treat this as the end of the session and start a new sign-in.', 'Do not retry with the same token.'],
  },
  state_missing: {
    title: 'The state parameter is missing',
    happened: 'Every sign-in request carries a state of 1 to 2,048 printable ASCII characters.',
    person: ASK_OWNER,
    developer: ['Send a fresh random state and compare it in the callback.'],
  },
  nonce_missing: {
    title: 'The nonce parameter is missing',
    happened: 'Every sign-in request carries a nonce of 1 to 2,048 printable ASCII characters.',
    person: ASK_OWNER,
    developer: ['Send a fresh random nonce and compare it with the nonce in the ID token.'],
  },
}

/** In English, the table of causes says it already. */
const notes: Readonly<Record<string, ErrorNote>> = Object.fromEntries(
  Object.entries(REFERENCES).map(([ref, { description, advice }]) => [
    ref,
    { title: sentence(description), check: advice },
  ]),
)

function sentence(text: string): string {
  return /^(\w+_\w+|client_id|redirect_uri|state|nonce|prompt|scope)\b/.test(text)
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1)
}

export const errorTexts = { pages, reference, refs, notes }
export type ErrorTexts = typeof errorTexts

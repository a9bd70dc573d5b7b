/**
 * English texts: the source of all catalogues. A key missing elsewhere is a compile error.
 * Sentence case; buttons say what they do; no apologies, no blame: say what happened and what to do next.
 */

import { counter } from '../format/count.ts'
import { relativeTime } from '../format/time.ts'
import { activityTexts } from './activity.ts'
import { adminTexts } from './admin.ts'
import { clientTexts } from './client.ts'
import { clientUseTexts } from './client-use.ts'
import { clientsTexts } from './clients.ts'
import { errorTexts } from './errors.ts'
import { factorTexts } from './factors.ts'
import { operationsTexts } from './operations.ts'
import { panelTexts } from './panel.ts'
import { portalTexts } from './portal.ts'
import { usersTexts } from './users.ts'

const apps = counter('en', { one: '# app', other: '# apps' })

export const en = {
  common: {
    skip: 'Skip to the content',
    language: 'Language',
    help: 'Help',
    toDark: 'Use dark colours',
    toLight: 'Use light colours',
    errorTitle: (p: { title: string }) => `Error: ${p.title}`,
    pageTitle: (p: { title: string; product: string }) => `${p.title} · ${p.product}`,
    ownApps: {
      'sso-admin': (p: { product: string }) => `${p.product} administration`,
      'sso-portal': (p: { product: string }) => `${p.product} account`,
    },
    problem: 'There is a problem',
    show: 'Show',
    hide: 'Hide',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    copy: 'Copy',
    copied: 'Copied',
    copyOf: (p: { label: string }) => `Copy ${p.label}`,
    development: 'Development',
    developmentHint: 'This app is still being built.',
    tooManyTries: (p: { when: string }) => `Too many attempts. Try again ${p.when}.`,
    tryAgain: (p: { when: string }) => `Try again ${p.when}.`,
    tryNow: 'You can try again now.',
    wait: (p: { seconds: number }) => relativeTime('en', p.seconds),
    requestId: 'Request ID',
    otherAccount: 'Use another account',
    backTo: (p: { client: string }) => `Go back to ${p.client}`,
    toAccount: 'Go to my account',
    signInAgain: 'Sign in again',
  },
  signIn: {
    title: (p: { client: string }) => `Sign in to ${p.client}`,
    lead: (p: { product: string }) => `with your ${p.product} account`,
    username: 'Email or username',
    password: 'Password',
    remember: 'Keep me signed in on this device',
    submit: 'Sign in',
    cancel: 'Cancel',
    forgot: 'Forgot your password?',
    wrong: 'The email or password is not right.',
    wrongOrTooMany: (p: { minutes: number }) =>
      `The email or password is not right. If you are sure of both, try again in ${p.minutes} minutes.`,
    usernameMissing: 'Enter your email or username',
    passwordMissing: 'Enter your password',
    unavailable: 'We could not check your password just now. Try again in a minute.',
    beginAgain: 'This sign-in took too long, or your password was changed meanwhile. Sign in again.',
    confirmTitle: 'Confirm it’s you',
    confirmLead: (p: { client: string }) => `Enter your password to continue to ${p.client}.`,
    notYou: 'Not you? Use another account',
    alreadyTitle: (p: { name: string }) => `You’re signed in as ${p.name}`,
    alreadyLead: 'You signed in on another page. There is nothing more to enter.',
    goOn: (p: { client: string }) => `Continue to ${p.client}`,
    expiring: 'This sign-in page has expired. Go back to the app and sign in again.',
  },
  signInCancelled: {
    title: 'You’re not signed in',
    lead: 'You left the sign-in. Nothing was changed.',
  },
  newPassword: {
    title: 'Choose a new password',
    lead: (p: { client: string }) => `Your password has to be replaced. Choose a new one to continue to ${p.client}.`,
    password: 'New password',
    hint: 'At least 12 characters. Several words in a row are easy to remember.',
    repeat: 'New password again',
    submit: 'Save and continue',
    missing: 'Enter a new password',
    tooShort: 'The password must be 12 characters or longer',
    tooLong: 'The password must be 1,024 characters or shorter',
    isUsername: 'The password must be different from your username and email',
    repeatDiffers: 'The two passwords are not the same',
    isOld: 'Choose a password other than the one you have now',
  },
  consent: {
    title: (p: { client: string; product: string }) => `${p.client} wants to use your ${p.product} account`,
    will: (p: { client: string }) => `${p.client} will be able to`,
    already: 'Allowed before',
    destination: (p: { host: string }) => `You’ll go to ${p.host}.`,
    owner: (p: { domain: string }) => `Run by ${p.domain}.`,
    remove: 'You can remove access any time in your account.',
    allow: 'Allow',
    deny: 'Don’t allow',
  },
  scopes: {
    openid: 'Know who you are',
    profile: 'See your name and picture',
    email: 'See your email address',
    roles: 'See your roles',
    permissions: 'See what you’re allowed to do',
    offline_access: 'Stay signed in',
    offlineHint: 'Keep access when you’re not using it',
    other: (p: { scope: string }) => `Use “${p.scope}”`,
  },
  selectAccount: {
    title: 'Choose an account',
    lead: (p: { client: string }) => `to continue to ${p.client}`,
    signedIn: 'Signed in',
  },
  logoutConfirm: {
    title: (p: { product: string }) => `Sign out of ${p.product}?`,
    also: 'You’ll also be signed out of:',
    confirm: 'Sign out',
    stay: 'Stay signed in',
  },
  signingOut: {
    title: (p: { count: number }) => `Signing you out of ${apps(p.count)}`,
    lead: 'This takes a few seconds. Keep this page open.',
    waiting: 'Waiting',
    done: 'Signed out',
    unconfirmed: 'Couldn’t confirm',
    signOutOf: (p: { client: string }) => `Sign out of ${p.client}`,
    newTab: '(opens in a new tab)',
    goOn: 'Continue',
    allDone: 'You’re signed out of all apps.',
    someLeft: 'Some apps could not confirm that you’re signed out.',
  },
  signedOut: {
    title: 'You’re signed out',
    from: 'You’re signed out of:',
    shared: 'If others use this computer, close this window too.',
  },
  pageExpired: {
    title: 'This sign-in page has expired',
    withClient: (p: { client: string }) => `Go back to ${p.client} and sign in again.`,
    withoutClient: 'Go back to the app you came from and sign in again.',
    why: 'It was open too long, or it was used already. Nothing was changed.',
    signedInTitle: 'You’re already signed in',
    signedInLead: 'This page was used before. You can continue.',
  },
  notAllowed: {
    title: (p: { client: string }) => `You don’t have access to ${p.client}`,
    as: (p: { name: string }) => `You’re signed in as ${p.name}. This account may not use this app.`,
    contact: (p: { owner: string }) => `To get access, ask ${p.owner}.`,
    contactUnknown: 'To get access, ask the owner of the app.',
  },
  noAccess: {
    panel: (p: { product: string }) => `You don’t have access to ${p.product} administration`,
    portal: (p: { product: string }) => `You don’t have access to your ${p.product} account`,
    as: (p: { name: string }) => `You’re signed in as ${p.name}.`,
    ask: 'If you need access, ask an administrator for it, or use an account that has it.',
  },
  factors: factorTexts,
  errorPage: errorTexts.pages,
  errorReference: errorTexts.reference,
  errorRefs: errorTexts.refs,
  errorNotes: errorTexts.notes,
  panel: panelTexts,
  operations: { ...operationsTexts, ...activityTexts },
  portal: portalTexts,
  admin: adminTexts,
  clients: clientsTexts,
  client: clientTexts,
  clientUse: clientUseTexts,
  users: usersTexts,
}

export type Messages = typeof en

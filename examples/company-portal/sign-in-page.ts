/** The company's own sign-in page. All other pages are Portico's, in the company's colors. */
import type { SignInProps, View } from 'portico-sso'

const SAID = {
  username_missing: 'Type your e-mail address.',
  password_missing: 'Type your password.',
  both_missing: 'Type your e-mail address and your password.',
  wrong_credentials: 'The e-mail address or the password is not right.',
  unavailable: 'We cannot check your password right now. Try again in a minute.',
  begin_again: 'That took too long, or your password was changed meanwhile. Come in again.',
  passkey_wrong: 'That passkey did not work. Type your password.',
  passkey_unknown: 'That passkey did not work. Type your password.',
  throttled: 'Too many attempts. Wait a few minutes, then try again.',
} as const

/** The company's own texts, and Portico's (`t`) for the others. */
export const signInPage: View<SignInProps> = (
  { form, client, username, issue, remember, confirm },
  { html, layout, t },
) => {
  const known = confirm?.username ?? username ?? ''
  return layout(
    html`
      <h1>${confirm === undefined ? html`Come in to <bdi>${client.name}</bdi>` : t.signIn.confirmTitle}</h1>
      <p class="lantern-lead">with the password of your desk</p>
      ${issue && html`<p class="lantern-wrong" role="alert" tabindex="-1" autofocus>${SAID[issue.kind]}</p>`}
      <form method="post" action="${form.action}" class="sso-form" novalidate>
        ${Object.entries(form.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <div class="sso-field">
          <label class="sso-label" for="username">Your Lantern address</label>
          <input class="sso-input" id="username" name="username" type="email" autocomplete="username" dir="ltr" required
            value="${known}"${confirm && html` readonly`}${!issue && known === '' && html` autofocus`}>
        </div>
        <div class="sso-field">
          <label class="sso-label" for="password">${t.signIn.password}</label>
          <input class="sso-input" id="password" name="password" type="password" autocomplete="current-password" required
            ${!issue && known !== '' && html` autofocus`}>
        </div>
        ${
          remember &&
          html`<div class="sso-check">
          <input type="checkbox" id="remember" name="remember" value="on"${remember.checked && html` checked`}>
          <label for="remember">${t.signIn.remember}</label>
        </div>`
        }
        <div class="sso-actions">
          <button class="sso-button sso-button-primary" type="submit"><span>${t.signIn.submit}</span></button>
          <button class="sso-button sso-button-secondary" type="submit" name="action" value="cancel">
            <span>${t.common.backTo({ client: client.name })}</span>
          </button>
          ${
            confirm &&
            html`<button class="sso-button sso-button-plain" type="submit" name="action" value="other">
            <span>${t.signIn.notYou}</span>
          </button>`
          }
        </div>
      </form>
      <p class="lantern-help">Locked out? Ring the caretakers on extension 40.</p>`,
    { title: t.signIn.title({ client: client.name }), wrong: issue !== undefined },
  )
}

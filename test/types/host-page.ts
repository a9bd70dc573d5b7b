/** The page of a host that lib/web/pages/README.md shows; only compiled. */
import { createPortico, type SignInProps, type View } from 'portico-sso'

const signIn: View<SignInProps> = ({ form, client, issue }, { html, layout, t }) =>
  layout(
    html`<h1>Welcome to ${client.name}</h1>
      ${issue && html`<p role="alert">${t.signIn.wrong}</p>`}
      <form method="post" action="${form.action}">
        ${Object.entries(form.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <label>Name <input name="username" autocomplete="username"></label>
        <label>Password <input name="password" type="password" autocomplete="current-password"></label>
        <button>${t.signIn.submit}</button>
      </form>`,
    { title: t.signIn.title({ client: client.name }) },
  )

export const sso = await createPortico({
  baseUrl: 'http://localhost:3000',
  ui: { views: { signIn }, messages: { en: { signIn: { submit: 'Enter' } } } },
})

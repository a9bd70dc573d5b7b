/** Pages of the host's own: their props are those of the screen, and helpers give what a page may be. */
import {
  type ConsentProps,
  createPortico,
  type HostMessages,
  type Html,
  type ScreenProps,
  type SignInProps,
  type View,
  type ViewHelpers,
  type Views,
} from 'portico-sso'
import { type Equals, holds } from './equals.ts'

holds<Equals<ScreenProps['signIn']['client'], SignInProps['client']>>()
holds<Equals<ScreenProps['consent']['scopes'], ConsentProps['scopes']>>()
holds<Equals<ViewHelpers['dir'], 'ltr' | 'rtl'>>()
holds<Equals<ReturnType<ViewHelpers['html']>, Html>>()

const consent: View<ConsentProps> = ({ client, scopes }, { html, layout, t }) =>
  layout(html`<h1>${client.name}</h1><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul>`, {
    title: t.consent.allow,
  })
const views: Views = { consent, signIn: async ({ client }) => `<!doctype html><title>${client.name.length}</title>` }
const messages: HostMessages = { en: { signIn: { submit: 'Enter', title: ({ client }) => `Enter ${client}` } } }

export const accepted = (): unknown =>
  createPortico({ baseUrl: 'https://sso.example.com', ui: { locales: ['en'], views, messages } })

export const refused = (): readonly unknown[] => [
  // @ts-expect-error there is no such screen
  createPortico({ baseUrl: 'https://sso.example.com', ui: { views: { sigin: () => '' } } }),
  // @ts-expect-error a page is no number
  createPortico({ baseUrl: 'https://sso.example.com', ui: { views: { signIn: () => 4 } } }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    // @ts-expect-error a layout has a title
    ui: { views: { signIn: (_props, { html, layout }) => layout(html`x`) } },
  }),
  // @ts-expect-error a title with a value is a function
  createPortico({ baseUrl: 'https://sso.example.com', ui: { messages: { en: { signIn: { title: 'Sign in' } } } } }),
]

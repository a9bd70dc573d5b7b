/** The company's first page: the user, their apps, and the sign-out. */
import type { HostSession } from 'portico-sso'

export interface HomePage {
  readonly session: HostSession | undefined
  readonly employees: number
  readonly signInHref: string
  /** The apps that the user may open. */
  readonly apps: readonly { readonly name: string; readonly about: string; readonly href: string }[]
}

export const homePage = ({ session, employees, signInHref, apps }: HomePage): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><title>Lantern</title><meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <main>
    <h1>Lantern</h1>
    ${session === undefined ? `<p><a href="${escape(signInHref)}">Come in</a></p>` : greeting(session)}
    <p>${employees} people work here.</p>
    <nav aria-label="Apps">
      <ul>
        <li><a href="/sso/portal/">My account <span>Apps, devices, and who may know you</span></a></li>
        ${apps.map(({ name, about, href }) => `<li><a href="${escape(href)}">${escape(name)} <span>${escape(about)}</span></a></li>`).join('\n        ')}
      </ul>
    </nav>
  </main>
</body>
</html>`

const greeting = ({ user }: HostSession): string => `<p>Good to see you, ${escape(user.name ?? user.sub)}.</p>
    <form method="post" action="/leave"><button>Leave</button></form>`

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * Signing out of the apps that listen in the browser (OIDC Front-Channel Logout 1.0). Each app's address is loaded in a
 * hidden frame; app.js marks which answered. When all have, it continues; otherwise the page stays, with the app's own way out
 * (an app that refuses to be framed cannot be distinguished from one that signed the user out: no browser says). The frames are there from the start, so nothing depends on a script.
 * Without one the page continues by itself when all frames have loaded; a browser does not start the clock of a `refresh`
 * before that, so an app that never answers leaves the user with the link.
 */
import type { VNode } from 'preact'
import { Monogram } from '../../web/ui/components/apps.tsx'
import { Card } from '../../web/ui/components/card.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { safeUrl } from '../../web/ui/view.ts'

/** Counted by the browser from the moment when all frames have loaded. */
const AFTER_FRAMES_SECONDS = 2

export interface FramedApp {
  readonly name: string
  readonly uris: readonly string[]
}

export interface SigningOutProps {
  /** `uri` already carries `iss` and `sid`. */
  readonly apps: readonly { readonly name: string; readonly uri: string }[]
  /** Where the user goes afterwards: the post-logout address, or the signed-out page. */
  readonly continueHref: string
  /** The page that follows is the service's own: it is told which apps answered. */
  readonly reports?: boolean | undefined
}

export function SigningOut({ apps, continueHref, reports = false, view }: SigningOutProps & Viewed): VNode {
  const { t } = view
  const named = byApp(apps)
  const title = t.signingOut.title({ count: named.length })
  const next = safeUrl(continueHref)
  return (
    <Card
      view={view}
      title={title}
      heading={title}
      lead={t.signingOut.lead}
      head={
        next === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={`${AFTER_FRAMES_SECONDS};url=${next}`} />
          </noscript>
        )
      }
    >
      <ol
        class="sso-progress"
        data-sso-signing-out
        data-done={t.signingOut.done}
        data-unconfirmed={t.signingOut.unconfirmed}
      >
        {named.map(({ name, uris }) => (
          <li data-state="waiting">
            <Monogram name={name} size="small" />
            <bdi class="sso-progress-name">{name}</bdi>
            <span class="sso-progress-state" data-sso-state>
              {t.signingOut.waiting}
            </span>
            <span class="sso-progress-link" hidden data-sso-manual>
              {uris.map((uri, index) => (
                <>
                  {index === 0 ? null : <br />}
                  <Link href={uri} newTab>
                    {rich(t.signingOut.signOutOf, { client: <bdi>{name}</bdi> })}{' '}
                    <span class="sso-hidden">{t.signingOut.newTab}</span>
                  </Link>
                </>
              ))}
            </span>
            {uris.map((uri) => (
              <iframe
                class="sso-frame"
                src={safeUrl(uri)}
                title={name}
                sandbox="allow-scripts allow-same-origin"
                tabIndex={-1}
                aria-hidden
              />
            ))}
          </li>
        ))}
      </ol>
      <p
        class="sso-hidden"
        role="status"
        data-sso-outcome
        data-all={t.signingOut.allDone}
        data-some={t.signingOut.someLeft}
      />
      <div class="sso-actions" data-sso-continue {...(reports ? { 'data-reports': true } : {})}>
        <ButtonLink href={continueHref}>{t.signingOut.goOn}</ButtonLink>
      </div>
    </Card>
  )
}

/** An app with sessions in two browsers is one app with two addresses. */
export function byApp(apps: SigningOutProps['apps']): readonly FramedApp[] {
  const groups = new Map<string, { name: string; uris: string[] }>()
  for (const { name, uri } of apps) {
    const key = `${URL.canParse(uri) ? new URL(uri).origin : uri} ${name}`
    const group = groups.get(key) ?? { name, uris: [] }
    group.uris.push(uri)
    groups.set(key, group)
  }
  return [...groups.values()]
}

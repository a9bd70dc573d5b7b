/**
 * Signs the user out of front-channel apps (OIDC Front-Channel Logout 1.0). Each app's logout URI is loaded in a hidden
 * frame, and app.js marks the apps that responded. If all of them did, app.js continues to the next page; otherwise it
 * shows links to the logout URIs. A browser cannot distinguish an app that blocks framing from one that signed the user
 * out. Without scripts, the page continues once all frames have loaded, because `refresh` waits for them. If an app
 * never responds, the user can follow the link.
 */
import type { VNode } from 'preact'
import { Monogram } from '../../web/ui/components/apps.tsx'
import { Card } from '../../web/ui/components/card.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import { type HasView, safeUrl } from '../../web/ui/view.ts'

/** Seconds until the browser moves on to the next page, counted from when all frames have loaded. */
const AFTER_FRAMES_SECONDS = 2

export interface FramedApp {
  readonly name: string
  readonly icon?: string | undefined
  readonly uris: readonly string[]
  /** Set if the app has signed the user out when all of its frames have loaded. */
  readonly confirms?: boolean
}

/** Props of the page that loads the front-channel logout URIs. */
export interface SigningOutProps {
  /** `uri` already contains `iss` and `sid`. */
  readonly apps: readonly (Omit<FramedApp, 'uris'> & { readonly uri: string })[]
  /** URL of the next page: the post-logout redirect URI or the signed-out page. */
  readonly continueHref: string
  /** Set if the next page is Portico's signed-out page. app.js then passes it the list of apps that responded. */
  readonly reports?: boolean | undefined
}

export function SigningOut({ apps, continueHref, reports = false }: SigningOutProps, { view }: HasView): VNode {
  const { t } = view
  const named = byApp(apps)
  const title = t.signingOut.title({ count: named.length })
  const next = safeUrl(continueHref)
  return (
    <Card
      title={title}
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
        {named.map(({ name, icon, uris, confirms }) => (
          <li data-state="waiting" data-loaded={confirms === true ? 'done' : 'unconfirmed'}>
            <Monogram name={name} icon={icon} size="small" />
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
        <ButtonLink look="primary" href={continueHref}>
          {t.signingOut.goOn}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Groups the logout URIs by app. An app has several if the user was signed in to it in several browsers. */
export function byApp(apps: SigningOutProps['apps']): readonly FramedApp[] {
  const groups = new Map<string, { name: string; icon?: string | undefined; uris: string[]; confirms: boolean }>()
  for (const { name, icon, uri, confirms = false } of apps) {
    const key = `${URL.canParse(uri) ? new URL(uri).origin : uri} ${name}`
    const group = groups.get(key) ?? { name, icon, uris: [], confirms }
    group.uris.push(uri)
    groups.set(key, { ...group, confirms: group.confirms && confirms })
  }
  return [...groups.values()]
}

/** Tests a client for a user: shows the exact claims the app would get, without a sign-in. */

import { Button, Field, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type HasView, isolate, safeUrl, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowClient, type ClientHead, clientHref } from './frame-view.tsx'

export interface TestedUser {
  readonly name: string
  /** Whether the user has access, and what decides that: the client's roles or the host's rule. */
  readonly access: 'all-users' | 'role' | 'no-role' | 'host-rule'
  /** All of the user's roles, or only the roles that give access. */
  readonly roles: readonly string[]
  /** The roles the client requires; empty if all users have access. */
  readonly wanted: readonly string[]
  readonly scopes: readonly string[]
  readonly userinfo: Readonly<Record<string, unknown>>
  readonly idToken: Readonly<Record<string, unknown>>
  readonly accessToken: Readonly<Record<string, unknown>>
}

export interface ClientTesterProps extends Framed {
  readonly client: ClientHead
  /** The search text as typed; undefined before the first search. */
  readonly user?: string | undefined
  readonly found?: TestedUser | undefined
}

export function ClientTester({ frame, client, user, found }: ClientTesterProps, { view }: HasView): VNode {
  const { tester } = view.t.clientUse
  const error = user === undefined || found !== undefined ? undefined : user === '' ? tester.missing : tester.unknown
  const here = clientHref(frame.root, client.id)
  return (
    <BelowClient client={client} tab="scopes" title={tester.title} wrong={error !== undefined} lead={tester.lead}>
      <form class="sso-tester" method="get" action={safeUrl(`${here}/test-user`)} aria-label={tester.title} novalidate>
        <Field id="user" label={tester.user} error={error} input={{ type: 'text', value: user ?? '', ...VERBATIM }} />
        <Button>{tester.submit}</Button>
      </form>
      {found === undefined ? null : <Outcome client={client} found={found} />}
    </BelowClient>
  )
}

function Outcome({ client, found }: { client: ClientHead; found: TestedUser }, { view }: HasView): VNode {
  const { tester } = view.t.clientUse
  const listed = (roles: readonly string[]): string => isolate(listOf(view.locale, roles))
  const names = { name: isolate(found.name), client: isolate(client.name) }
  const words = {
    'all-users': tester.allowedText(names),
    role: tester.allowedRoleText({ ...names, roles: listed(found.roles) }),
    'no-role':
      found.roles.length === 0
        ? tester.noRoleText({ ...names, wanted: listed(found.wanted) })
        : tester.roleText({ ...names, wanted: listed(found.wanted), roles: listed(found.roles) }),
    'host-rule': tester.hostText(names),
  }
  const mayEnter = found.access === 'all-users' || found.access === 'role'
  return (
    <>
      {client.status === 'disabled' ? (
        <Banner tone="warn">{tester.disabledText(names)}</Banner>
      ) : (
        <Banner tone={mayEnter ? 'ok' : 'warn'}>{words[found.access]}</Banner>
      )}
      <div class="sso-columns">
        <Claims id="userinfo" title={tester.userinfo} lead={tester.userinfoLead} claims={found.userinfo} />
        <Claims id="id-token" title={tester.idToken} lead={tester.idTokenLead} claims={found.idToken} />
        <Claims id="access-token" title={tester.accessToken} lead={tester.accessTokenLead} claims={found.accessToken} />
      </div>
      <p class="sso-fine">
        {tester.scopes}: <code dir="ltr">{found.scopes.join(' ')}</code>
      </p>
    </>
  )
}

function Claims(props: { id: string; title: string; lead: string; claims: Readonly<Record<string, unknown>> }): VNode {
  const { id, title, lead, claims } = props
  return (
    <Section id={id} title={title} lead={lead}>
      <pre class="sso-block" dir="ltr">
        {JSON.stringify(claims, null, 2)}
      </pre>
    </Section>
  )
}

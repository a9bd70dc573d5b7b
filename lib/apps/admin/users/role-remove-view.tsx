/** Taking a role from all users; the role of administrators must stay with one. */
import type { VNode } from 'preact'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface RoleRemoveProps extends Framed {
  readonly role: string
  readonly holders: number
  readonly form: FormTarget
}

export function RoleRemove({ frame, role, holders, form, view }: RoleRemoveProps & Viewed): VNode {
  const { users } = view.t
  const t = users.roles
  const back = `${frame.root}/roles`
  return (
    <AdminPage
      frame={frame}
      section="roles"
      view={view}
      title={t.removeTitle({ role: isolate(role) })}
      crumbs={[{ label: t.title, href: back }]}
    >
      {role === 'sso:admin' ? (
        <>
          <Banner tone="warn">{t.lastHint}</Banner>
          <div class="sso-row">
            <ButtonLink href={`${frame.root}/users?role=${encodeURIComponent(role)}`}>{t.showHolders}</ButtonLink>
          </div>
        </>
      ) : (
        <Confirm
          form={form}
          effects={[t.removeEffect({ count: holders }), t.removeApps]}
          confirmLabel={t.removeSubmit}
          cancelHref={back}
          danger
          view={view}
        />
      )}
    </AdminPage>
  )
}

/** One operation on several selected users: the bar below the list, and the question. */
import { Who } from '../../../web/ui/components/apps.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { Button, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { ComponentChildren, HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserHead, userHref } from './user-props.tsx'

export type ManyAct = 'add-role' | 'remove-role' | 'sign-out' | 'reset-email' | 'suspend'

export interface SelectableProps {
  readonly form: FormTarget
  readonly acts: readonly ManyAct[]
  readonly children: ComponentChildren
}

/** A list with a checkbox per user. CSS shows the bar while any is selected; a script adds their number. */
export function Selectable({ form, acts, children }: SelectableProps, { view }: HasView): VNode {
  const t = view.t.users.many
  return (
    <Form target={form} class="sso-many">
      {children}
      <div class="sso-many-bar" role="group" aria-label={t.label}>
        <span class="sso-many-count">
          {t.selected} <span data-sso-count />
        </span>
        {acts.map((act) => (
          <Button look={act === 'suspend' ? 'danger' : 'secondary'} name="act" value={act}>
            {t.acts[act]}
          </Button>
        ))}
      </div>
    </Form>
  )
}

/** Named users; the rest are counted. */
const NAMED = 12

export interface ManyQuestionProps extends Framed {
  readonly act: ManyAct
  readonly users: readonly UserHead[]
  /** Roles to choose from; undefined if the operation is not about a role. */
  readonly roles: readonly string[] | undefined
  readonly wrong: boolean
  readonly form: FormTarget
}

export function ManyQuestion({ frame, act, users, roles, wrong, form }: ManyQuestionProps, { view }: HasView): VNode {
  const { users: texts } = view.t
  const t = texts.many
  const count = users.length
  const title = t.titles[act]({ count })
  return (
    <AdminPage
      section="users"
      title={title}
      crumbs={[{ label: texts.title, href: `${frame.root}/users` }]}
      wrong={wrong}
    >
      <Section id="selected" title={texts.roles.count({ count })}>
        <ul class="sso-app-tiles">
          {users.slice(0, NAMED).map(({ sub, name, username }) => (
            <li>
              <Who who={{ name: name ?? username, detail: username, href: userHref(frame.root, sub) }} />
            </li>
          ))}
        </ul>
        {count > NAMED ? <p class="sso-muted">{t.others({ count: count - NAMED })}</p> : null}
      </Section>
      <Confirm
        form={form}
        effects={t.effects[act]}
        // Without the question mark.
        confirmLabel={title.slice(0, -1)}
        cancelHref={`${frame.root}/users`}
        danger={act === 'suspend' || act === 'sign-out'}
      >
        {roles === undefined ? null : (
          <Select
            id="role"
            label={texts.role}
            value=""
            error={wrong ? t.roleMissing : undefined}
            options={[{ value: '', label: t.chooseRole }, ...roles.map((role) => ({ value: role, label: role }))]}
          />
        )}
      </Confirm>
    </AdminPage>
  )
}

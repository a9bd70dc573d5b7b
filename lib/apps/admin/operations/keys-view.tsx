/** Signing keys and their states. */
import type { VNode } from 'preact'
import type { KeyState } from '../../../../policies/key-rotation.ts'
import { Badge, type Tone } from '../../../web/ui/components/badge.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

const TONES: Record<KeyState, Tone> = { next: 'info', current: 'ok', previous: 'neutral' }

export interface KeyRow {
  readonly kid: string
  readonly state: KeyState
  readonly publishedAt: Date
  readonly activatedAt?: Date | undefined
  readonly retiredAt?: Date | undefined
}

export interface KeysProps extends Framed {
  readonly rows: readonly KeyRow[]
  readonly jwksHref: string
  /** False: the key is kept elsewhere and rotated there. */
  readonly rotatable: boolean
}

export function KeyList({ frame, rows, jwksHref, rotatable, view }: KeysProps & Viewed): VNode {
  const t = view.t.operations.keys
  const time = (at: Date | undefined): VNode | string => (at === undefined ? '–' : <DateTime at={at} view={view} />)
  return (
    <AdminPage
      frame={frame}
      section="keys"
      view={view}
      title={t.title}
      lead={t.lead}
      actions={
        frame.mayChange && rotatable ? (
          <ButtonLink href={`${frame.root}/keys/rotate`}>{t.rotate}</ButtonLink>
        ) : undefined
      }
    >
      <Table<KeyRow>
        view={view}
        caption={t.caption}
        rows={rows}
        columns={[
          { label: t.kid, cell: ({ kid }) => <code>{kid}</code> },
          { label: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
          { label: t.published, cell: ({ publishedAt }) => time(publishedAt) },
          { label: t.active, cell: ({ activatedAt }) => time(activatedAt) },
          { label: t.retired, cell: ({ retiredAt }) => time(retiredAt) },
        ]}
      />
      <p>
        <Link href={jwksHref}>{t.jwks}</Link>
      </p>
    </AdminPage>
  )
}

export interface KeyRotateProps extends Framed {
  readonly form: FormTarget
}

export function KeyRotate({ frame, form, view }: KeyRotateProps & Viewed): VNode {
  const t = view.t.operations.keys
  return (
    <AdminPage
      frame={frame}
      section="keys"
      view={view}
      title={t.confirm}
      crumbs={[{ label: t.title, href: `${frame.root}/keys` }]}
    >
      <Confirm form={form} effects={t.effects} confirmLabel={t.rotate} cancelHref={`${frame.root}/keys`} view={view} />
    </AdminPage>
  )
}

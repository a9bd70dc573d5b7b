import { endsOf } from '../../../policies/end-dates.ts'
import { DETAIL_MAX_LENGTH } from '../../../policies/profile.ts'
import { USERNAME_MAX_LENGTH } from '../../../policies/username.ts'
import type { AccountSettings } from '../../config/configuration.ts'
import { defined } from '../../config/data/defined.ts'
import ACCOUNT from '../../config/schema/account-settings.json' with { type: 'json' }
import type { SettingSchema } from '../../config/schema/setting-schema.ts'
import UPSTREAM from '../../config/schema/upstream-settings.json' with { type: 'json' }
import type { Account } from '../accounts/account-record.ts'
import OWN_FIELDS from './user-line.json' with { type: 'json' }

const { password: _clear, password_hash: _own, ...FIELDS } = ACCOUNT.properties
const CONNECTOR = UPSTREAM.properties.id
const IDENTITY = {
  ...OWN_FIELDS.identities.items,
  properties: {
    connector: CONNECTOR,
    issuer: UPSTREAM.properties.issuer,
    ...OWN_FIELDS.identities.items.properties,
  },
}

/** Limits a field to the maximum length that forms in the portal and the panel allow. */
const detail = <Field extends SettingSchema>(field: Field) => ({
  ...field,
  maxLength: DETAIL_MAX_LENGTH,
  expected: `a text of 1 to ${DETAIL_MAX_LENGTH} characters`,
})

/** A user in a file, without `type` and `password_hash`. It has the same keys as an account in the configuration. */
export const USER_LINE = {
  type: 'object',
  additionalProperties: false,
  required: ['sub', 'username'],
  properties: {
    ...FIELDS,
    username: {
      ...FIELDS.username,
      maxLength: USERNAME_MAX_LENGTH,
      expected: `a text of 1 to ${USERNAME_MAX_LENGTH} characters without spaces at either end`,
    },
    name: detail(FIELDS.name),
    given_name: detail(FIELDS.given_name),
    family_name: detail(FIELDS.family_name),
    must_change_password: OWN_FIELDS.must_change_password,
    origin: {
      ...CONNECTOR,
      description: 'Connector of the user. It updates the details at each sign-in; the user has no password.',
      absent: 'the details are those of this service',
    },
    identities: { ...OWN_FIELDS.identities, items: IDENTITY },
  },
} satisfies SettingSchema

export interface UserLine extends Omit<AccountSettings, 'password' | 'password_hash'> {
  readonly must_change_password: boolean
  readonly origin?: string
  readonly identities: readonly { readonly connector: string; readonly issuer: string; readonly subject: string }[]
}

/** Builds the account from a line. @param passwordHash as stored; if absent, the user has no password yet */
export function accountOf(
  {
    sub,
    username,
    status,
    until,
    role_ends: roleEnds,
    must_change_password: mustChange,
    origin,
    identities,
    ...person
  }: UserLine,
  passwordHash: string | undefined,
  now: number,
): Account {
  return {
    sub,
    username,
    ...(passwordHash === undefined ? {} : { passwordHash, ...(mustChange ? { mustChangePassword: true } : {}) }),
    status,
    source: 'administrator',
    person: withoutEmpty(person),
    ...defined({ until, roleEnds: endsOf(roleEnds, person.roles) }),
    ...(origin === undefined ? {} : { origin }),
    ...(identities.length === 0 ? {} : { identities: identities.map((one) => ({ ...one, linkedAt: now })) }),
    createdAt: now,
    changedAt: now,
  }
}

export function userLine(
  {
    sub,
    username,
    passwordHash,
    mustChangePassword,
    status,
    until,
    roleEnds,
    person,
    origin,
    identities = [],
  }: Account,
  hashes: 'with-hashes' | 'without-hashes',
): Readonly<Record<string, unknown>> {
  const linked = identities.map(({ connector, issuer, subject }) => ({ connector, issuer, subject }))
  return defined({
    type: 'user',
    sub,
    username,
    ...withoutEmpty(person),
    status,
    until,
    role_ends: roleEnds,
    origin,
    identities: linked.length === 0 ? undefined : linked,
    must_change_password: mustChangePassword === true ? true : undefined,
    password_hash: hashes === 'with-hashes' ? passwordHash : undefined,
  })
}

/** Leaves out empty lists, and `email_verified` if there is no email address. */
function withoutEmpty(stored: Account['person']) {
  const { roles = [], permissions = [], email_verified: verified = false, ...person } = stored
  return {
    ...person,
    ...(person.email === undefined ? {} : { email_verified: verified }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(permissions.length === 0 ? {} : { permissions }),
  }
}

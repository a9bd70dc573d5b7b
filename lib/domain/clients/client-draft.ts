import type { AppAccess } from '../../../policies/app-access.ts'
import type { IdTokenClaims } from '../../../policies/claims.ts'
import type { ClientFields } from '../../../policies/client-registration.ts'
import type { ConsentMode } from '../../../policies/consent.ts'
import { endsOf } from '../../../policies/end-dates.ts'
import type { FrontchannelClient } from '../../../policies/frontchannel-logout.ts'
import type { Backend } from '../../../policies/known-backends.ts'
import { listedChoice } from '../../../policies/launcher.ts'
import { defined } from '../../config/data/defined.ts'
import type { Client } from './client-record.ts'
import { withGateFields } from './gate.ts'

/** Fields that an administrator can set. */
export type ClientDraft = Omit<ClientFields, 'access' | 'backend' | 'icon'> & {
  readonly consent: ConsentMode
  /** If absent, an existing client is unchanged; a new one uses the deployment's setting. */
  readonly idTokenClaims?: IdTokenClaims
  /** If absent, an existing client is unchanged; for a new one, the value is derived from the environment. */
  readonly listed?: boolean
  /** If absent, an existing client is unchanged; a new one admits all users. */
  readonly access?: AppAccess | 'all-users'
  /** If absent, an existing client is unchanged; a new one needs a cookie. */
  readonly frontchannelLogoutSessionRequired?: boolean
  /** Changes `access.secondFactor` alone. */
  readonly secondFactor?: boolean
  /** If absent, an existing client is unchanged; empty: none. */
  readonly icon?: string
  /** If absent, an existing client is unchanged; a new one accepts calls from any IP address. */
  readonly backend?: Backend | 'any-address'
}

/** Fields that can be changed later. Whether an app is gated is fixed at registration. */
export type ClientEdit = Omit<ClientDraft, 'clientId' | 'type' | 'environment'>

/** Converts a draft to the form that the registration rules check. */
export function fieldsOf(draft: ClientDraft): ClientFields {
  const { access, backend, consent: _consent, listed: _listed, idTokenClaims: _claims, secondFactor, ...fields } = draft
  return withGateFields(withFrame({ ...fields, ...rulesOf(access, secondFactor, backend) }))
}

export function draftedClient(draft: ClientDraft): Omit<Client, 'status' | 'source' | RecordField> {
  const { access, secondFactor, backend, ...fields } = draft
  return withGateFields(withFrame(withChoice({ ...fields, ...rulesOf(access, secondFactor, backend) })))
}

/** Applies an edit. Absent fields keep their values, except that absent front- and back-channel URIs are removed. */
export function editedClient(client: Client, edit: ClientEdit): Client {
  const {
    backchannelLogoutUri: _back,
    frontchannelLogoutUri: _front,
    access: rule,
    gate: was,
    backend: servers,
    ...rest
  } = client
  const { access: given = rule, secondFactor = secondFactorIn(given) ?? rule?.secondFactor, ...more } = edit
  // End dates stay, unless the edit sets them.
  const access =
    given === undefined || given === 'all-users'
      ? given
      : { ...defined({ until: endsOf(rule?.until, given.roles) }), ...given }
  const { gate: gateGiven, backend = servers, ...fields } = more
  const gate = was === undefined ? {} : { gate: gateGiven ?? was }
  const rules = rulesOf(access, secondFactor, backend)
  return withGateFields(withFrame(withChoice({ ...rest, ...fields, ...gate, ...rules })))
}

type RecordField =
  | 'epoch'
  | 'secretHash'
  | 'secretHint'
  | 'secretCreatedAt'
  | 'createdAt'
  | 'changedAt'
  | 'changedBy'
  | 'version'

const rulesOf = (
  access: ClientDraft['access'],
  secondFactor: boolean | undefined,
  backend: ClientDraft['backend'],
): Pick<Client, 'access' | 'backend'> => ({
  ...accessOf(access === 'all-users' ? undefined : access, secondFactor ?? secondFactorIn(access) ?? false),
  ...(backend === undefined || backend === 'any-address'
    ? {}
    : { backend: { addresses: backend.addresses, perMinute: backend.perMinute } }),
})

const secondFactorIn = (access: ClientDraft['access']): boolean | undefined =>
  access === 'all-users' ? undefined : access?.secondFactor

function accessOf({ roles, until }: AppAccess = {}, secondFactor: boolean): Pick<Client, 'access'> {
  if (roles === undefined && !secondFactor) return {}
  const ends = until !== undefined && Object.keys(until).length > 0 ? { until } : {}
  return { access: { ...(roles === undefined ? {} : { roles, ...ends }), ...(secondFactor ? { secondFactor } : {}) } }
}

function withChoice<Fields extends Pick<Client, 'environment' | 'listed' | 'icon'>>(client: Fields): Fields {
  const { listed: _given, icon, ...rest } = client
  return { ...rest, ...defined({ listed: listedChoice(client), icon: icon || undefined }) } as Fields
}

/** Keeps the choice only if it is made and there is a URI that it applies to. */
function withFrame<Fields extends FrontchannelClient>(client: Fields): Fields {
  const { frontchannelLogoutSessionRequired: usesSid, ...rest } = client
  return usesSid === true && client.frontchannelLogoutUri !== undefined ? client : (rest as Fields)
}

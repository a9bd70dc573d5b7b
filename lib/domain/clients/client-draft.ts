import type { AppAccess } from '../../../policies/app-access.ts'
import type { IdTokenClaims } from '../../../policies/claims.ts'
import type { ClientFields } from '../../../policies/client-registration.ts'
import type { ConsentMode } from '../../../policies/consent.ts'
import type { Backend } from '../../../policies/known-backends.ts'
import { listedChoice } from '../../../policies/launcher.ts'
import type { Client } from './client-record.ts'
import { withGateFields } from './gate.ts'

/** What an administrator may fill in. */
export type ClientDraft = Omit<ClientFields, 'access' | 'backend'> & {
  readonly consent: ConsentMode
  /** Absent: as it is; of a new client, what the deployment says. */
  readonly idTokenClaims?: IdTokenClaims
  /** Absent: as it is; of a new client, what its environment says. */
  readonly listed?: boolean
  /** Absent: as it is; of a new client, everybody. */
  readonly access?: AppAccess | 'everybody'
  /** Absent: as it is; of a new client, any other address. */
  readonly backend?: Backend | 'any-address'
}

/** What may be changed later; whether it is a gated app may not. */
export type ClientEdit = Omit<ClientDraft, 'clientId' | 'type' | 'environment'>

/** A draft as the rules of registration take it. */
export function fieldsOf({
  access,
  backend,
  consent: _consent,
  listed: _listed,
  idTokenClaims: _claims,
  ...fields
}: ClientDraft): ClientFields {
  return withGateFields({ ...fields, ...accessField(access), ...backendField(backend) })
}

/** The fields of a new client that come from its draft. */
export function draftedClient(draft: ClientDraft): Omit<Client, 'status' | 'source' | RecordField> {
  const { access, backend, ...fields } = draft
  return withGateFields(withChoice({ ...fields, ...accessField(access), ...backendField(backend) }))
}

/** A client after an edit. What the edit does not name stays as it is, but for addresses, which are gone then. */
export function editedClient(client: Client, edit: ClientEdit): Client {
  const {
    backchannelLogoutUri: _back,
    frontchannelLogoutUri: _front,
    access: rule,
    gate: was,
    backend: servers,
    ...rest
  } = client
  const { access = rule, gate: given, backend = servers, ...fields } = edit
  const gate = was === undefined ? {} : { gate: given ?? was }
  return withGateFields(withChoice({ ...rest, ...fields, ...gate, ...accessField(access), ...backendField(backend) }))
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

const accessField = (access: ClientDraft['access']): Pick<Client, 'access'> =>
  access === undefined || access === 'everybody' ? {} : { access: { roles: access.roles } }

const backendField = (backend: ClientDraft['backend']): Pick<Client, 'backend'> =>
  backend === undefined || backend === 'any-address'
    ? {}
    : { backend: { addresses: backend.addresses, perMinute: backend.perMinute } }

function withChoice<Fields extends Pick<Client, 'environment' | 'listed'>>(client: Fields): Fields {
  const { listed: _given, ...rest } = client
  const listed = listedChoice(client)
  return (listed === undefined ? rest : { ...rest, listed }) as Fields
}

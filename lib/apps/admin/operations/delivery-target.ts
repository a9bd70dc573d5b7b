import type { Client } from '../../../domain/clients/client-record.ts'

/** Where notices to a client go now; undefined where none would be sent. */
export const noticeTarget = (client: Client | undefined): string | undefined =>
  client?.status === 'active' ? client.backchannelLogoutUri : undefined

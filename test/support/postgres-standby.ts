import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { until } from './until.ts'

/** A standby that streams from the primary. @param port of the primary, or of a proxy */
export async function standbyOf(primary: PostgresServer, name: string, port = primary.port): Promise<PostgresServer> {
  const standby = await startPostgres(
    { hot_standby: 'on', primary_conninfo: `'host=127.0.0.1 port=${port} user=postgres application_name=${name}'` },
    async (folder, run) => {
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres']
      await run('pg_basebackup', ['-D', folder, '-c', 'fast', ...from])
      await writeFile(join(folder, 'standby.signal'), '')
    },
  )
  await until(async () => (await primary.admin('SELECT 1 FROM pg_stat_replication')).length > 0)
  return standby
}

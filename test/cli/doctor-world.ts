/** Deployments for the doctor: services of this process, real proxies in front, and what is wrong with each. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico, type Finding, type PorticoOptions, type Storage } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { closed, listening } from '../support/listening.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { newFolder } from '../support/new-folder.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type ReverseProxy, startProxy } from '../support/reverse-proxy.ts'
import { portico } from './portico.ts'

export const SECRET = 'the-root-secret-of-the-deployments-that-are-looked-at'
const HOST = 'localhost'
/** On many machines, `localhost` is also the IPv6 address. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

export interface Service {
  /** As the variables of the service say it. */
  readonly env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

export interface ServiceTask {
  readonly baseUrl: string
  readonly port: number
  /** Of the embedded store. */
  readonly folder: string
  readonly redis?: string
  readonly options?: Partial<PorticoOptions>
}

/** Limits of requests a minute that many doctors keep within. */
const LIMITS = { authorize: 5_000, token: 5_000, pages: 5_000, discovery: 5_000 }

/** A service at a port of this machine, on a separate store. */
export async function startService(task: ServiceTask): Promise<Service> {
  const { baseUrl, port, folder, redis, options } = task
  const sso = await createPortico({
    baseUrl,
    secret: SECRET,
    rateLimits: Object.fromEntries(
      Object.entries(LIMITS).map(([bucket, limit]) => [bucket, { limit, windowSeconds: 60 }]),
    ),
    storage: storageOf(folder, redis),
    ...options,
  })
  const server = createServer(sso.callback())
  await listening(server, port)
  return stoppedAtEnd({
    env: envOf(task),
    async stop() {
      await closed(server)
      await sso.close()
    },
  })
}

const envOf = ({ baseUrl, folder, redis, options }: Omit<ServiceTask, 'port'>): NodeJS.ProcessEnv => ({
  BASE_URL: baseUrl,
  PORTICO_SECRET: SECRET,
  PORTICO_DATA: folder,
  TRUST_PROXY: String(options?.trustProxy ?? 0),
  ...(redis === undefined ? {} : { REDIS_URL: redis }),
})

/** Has run once on its store, as a deployment that is looked at has. */
export async function ranOnce({ baseUrl, folder, redis, options = {} }: Omit<ServiceTask, 'port'>) {
  const sso = await createPortico({ baseUrl, secret: SECRET, storage: storageOf(folder, redis), ...options })
  await sso.close()
  return envOf({ baseUrl, folder, ...(redis === undefined ? {} : { redis }) })
}

const storageOf = (folder: string, redis: string | undefined): Storage =>
  redis === undefined ? embeddedStorage({ file: join(folder, 'portico.sqlite') }) : patientRedis(redis)

/** How one deployment differs from a good one behind nginx. */
export interface Behind {
  /** Path of BASE_URL. */
  readonly path?: string
  readonly options?: Partial<PorticoOptions>
  /** Address of its store; the embedded one without. */
  readonly redis?: string
  /** Additional lines of the location. */
  readonly lines?: string
  /** Instead of those of a good deployment. */
  readonly passing?: string
  readonly forwarding?: string
  readonly limits?: string
  readonly certificate?: CertificateName
  /** The check stops before it needs a service: the store is that of the first deployment. */
  readonly service?: 'none'
}

export type CertificateName = keyof typeof CERTIFICATES
/** For which host, for how many days, and whether the doctor trusts it. */
const CERTIFICATES = {
  good: [HOST, 200, true],
  ended: [HOST, -1, true],
  ending: [HOST, 10, true],
  'of-another-host': ['other.example', 200, true],
  strange: [HOST, 200, false],
} as const

const FORWARDING = `
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;`
const LIMITS_OF_NGINX = 'large_client_header_buffers 4 16k; proxy_buffer_size 16k; proxy_buffers 8 16k;'

export interface World {
  readonly folder: string
  /** File with the certificates that the doctor trusts. */
  readonly caFile: string
  readonly ca: string
  /** The doctor's findings about a deployment, from inside and outside. */
  findings(name: string, env?: NodeJS.ProcessEnv, ...line: readonly string[]): Promise<readonly Finding[]>
  service(name: string): Service
}

/** All deployments together, each with a service and a server block of one nginx. */
export async function startWorld(deployments: Readonly<Record<string, Behind>>): Promise<World> {
  const folder = newFolder()
  const made = await certificatesIn(folder)
  const [firstName = ''] = Object.keys(deployments)
  const started = await Promise.all(
    Object.entries(deployments).map(async ([name, behind]) => {
      const [front, back] = [await freePort(), await freePort()]
      const { path = '', options, redis, certificate = 'good' } = behind
      const task: ServiceTask = {
        baseUrl: `https://${HOST}:${front}${path}`,
        port: back,
        folder: join(folder, behind.service === 'none' ? firstName : name),
        options: { trustProxy: 1, ...options },
        ...(redis === undefined ? {} : { redis }),
      }
      const service: Service =
        behind.service === 'none' ? { env: envOf(task), stop: async () => {} } : await startService(task)
      return { name, service, front, block: serverBlock(front, back, behind, made.files[certificate]) }
    }),
  )
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig(started.map(({ block }) => block)))
  const [first] = started
  if (first === undefined) throw new Error('a world has deployments')
  await startProxy('nginx', { file: config, replace: () => [], host: HOST, port: first.front })
  const service = (name: string): Service => {
    const one = started.find((deployment) => deployment.name === name)
    if (one === undefined) throw new Error(`there is no deployment ${name}`)
    return one.service
  }
  return {
    folder,
    caFile: made.caFile,
    ca: made.ca,
    service,
    findings: (name, env = {}, ...line) =>
      examined({ ...service(name).env, ...env }, ...(line.length > 0 ? line : ['--url']), '--ca', made.caFile),
  }
}

/** The findings of `portico doctor`; also checks its exit code. */
export async function examined(env: NodeJS.ProcessEnv, ...line: readonly string[]): Promise<readonly Finding[]> {
  const { code, out, err } = await portico(['doctor', '--json', ...line], env)
  if (err !== '') throw new Error(err)
  const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] }
  const worst = findings.some(({ severity }) => severity === 'error') ? 2 : Math.min(1, findings.length)
  if (code !== worst) throw new Error(`exit code ${code} with ${findings.length} findings`)
  return findings
}

export const codesOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.map(({ code }) => code)),
]

async function certificatesIn(folder: string) {
  const made = Object.entries(CERTIFICATES).map(
    ([name, [host, days, isTrusted]]) => ({ name, isTrusted, ...selfSigned(host, days, name) }) as const,
  )
  const files: Record<string, readonly [cert: string, key: string]> = {}
  for (const { name, cert, key } of made) {
    const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
    await writeFile(certFile, cert)
    await writeFile(keyFile, key, { mode: 0o600 })
    files[name] = [certFile, keyFile]
  }
  const ca = made.filter(({ isTrusted }) => isTrusted).map(({ cert }) => cert)
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, ca.join(''))
  return { files: files as Readonly<Record<CertificateName, readonly [string, string]>>, caFile, ca: ca.join('') }
}

function serverBlock(front: number, back: number, behind: Behind, [cert, key]: readonly [string, string]): string {
  const { passing = `proxy_pass http://127.0.0.1:${back};`, forwarding = FORWARDING, lines = '' } = behind
  return `server {
  listen 127.0.0.1:${front} ssl http2;
  ${HAS_IPV6 ? `listen [::1]:${front} ssl http2;` : ''}
  server_name ${HOST};
  ssl_certificate ${cert};
  ssl_certificate_key ${key};
  ${behind.limits ?? LIMITS_OF_NGINX}
  location / { ${passing.replace('BACK', String(back))} ${forwarding} ${lines} }
  location /cut/ { ${passing.replace('BACK', String(back))} ${forwarding} ${lines} }
}`
}

const nginxConfig = (blocks: readonly string[]): string => `pid nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path temp;
  proxy_temp_path temp;
  fastcgi_temp_path temp;
  uwsgi_temp_path temp;
  scgi_temp_path temp;
  ${blocks.join('\n')}
}`

/** Caddy with a generated certificate, in front of one service. */
export async function startCaddy(front: number, back: number): Promise<ReverseProxy & { readonly caFile: string }> {
  const folder = newFolder()
  const { cert, key } = selfSigned(HOST, 200)
  const [certFile, keyFile, file] = [join(folder, 'c.pem'), join(folder, 'k.pem'), join(folder, 'Caddyfile')]
  await mkdir(folder, { recursive: true })
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  await writeFile(
    file,
    `{
	admin off
	auto_https disable_redirects
}
https://${HOST}:${front} {
	tls ${certFile} ${keyFile}
	reverse_proxy 127.0.0.1:${back}
}
`,
  )
  const proxy = await startProxy('caddy', { file, replace: () => [], host: HOST, port: front })
  return { ...proxy, caFile: certFile }
}

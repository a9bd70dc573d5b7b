import { choice, described, integer, like, matching, seconds, text } from './kinds.ts'
import { CLOSED, type SettingSchema } from './setting-schema.ts'

/** Settings for the process, read only from the environment, never from the JSON file. */
export const DEPLOYMENT_SCHEMA = {
  ...CLOSED,
  required: [],
  properties: {
    port: { ...described(integer(1, 65_535, 3000), 'Port to listen on.', 3000), env: 'PORT' },
    host: {
      ...described(matching('^[A-Za-z0-9.:_-]+$', 255), 'Host name or IP address to listen on.', '0.0.0.0'),
      default: 'localhost',
      expected: 'a host name or an IP address',
      env: 'HOST',
    },
    maxConnectionsPerAddress: {
      ...integer(1, 1_000_000, 256),
      description: 'Maximum number of open connections per IP address. Has no effect behind a proxy (TRUST_PROXY).',
      examples: [1024],
      env: 'MAX_CONNECTIONS_PER_ADDRESS',
    },
    workers: {
      ...described(like('^(?:auto|[1-9]\\d{0,2})$'), 'Number of worker processes, or "auto" for one per core.', 'auto'),
      default: '1',
      expected: 'a number from 1 to 999, or auto',
      env: 'WORKERS',
    },
    drainSeconds: {
      ...seconds(0, 3600, 0),
      description:
        'How long after SIGTERM Portico still accepts connections while /health/ready returns 503, for load balancers that are slow to react.',
      examples: [10],
      env: 'DRAIN_SECONDS',
    },
    redisUrl: {
      ...matching('^(?:rediss?|redis\\+sentinel|redis\\+cluster)://\\S+$', 2048),
      writeOnly: true,
      description: 'Redis URL: redis://, rediss://, redis+sentinel://h:p,h:p/master, or redis+cluster://h:p,h:p.',
      absent: 'the embedded store',
      examples: ['redis://localhost:6379'],
      expected: 'a redis://, rediss://, redis+sentinel://, or redis+cluster:// URL',
      env: 'REDIS_URL',
    },
    redisKeyPrefix: {
      ...described(matching('^[^{}\\s]+$', 64), 'Prefix of all Redis keys.', 'login:'),
      default: 'sso:',
      expected: 'a text without spaces or braces',
      env: 'REDIS_KEY_PREFIX',
    },
    redisTimeoutMs: {
      ...described(integer(100, 30_000, 2_000), 'Timeout in milliseconds for a response to a Redis command.', 1_000),
      env: 'REDIS_TIMEOUT_MS',
    },
    redisWaitReplicas: {
      ...integer(0, 10, 0),
      description:
        'Number of replicas that must confirm a change before it is acknowledged; with 0, only the master must.',
      examples: [1],
      env: 'REDIS_WAIT_REPLICAS',
    },
    redisWaitMs: {
      ...integer(10, 29_999, 1_000),
      description: 'Milliseconds to wait for the replicas. Must be less than REDIS_TIMEOUT_MS.',
      examples: [500],
      env: 'REDIS_WAIT_MS',
    },
    dataFolder: {
      ...text(1024),
      default: '.portico',
      description: 'Folder for the embedded store and the generated secret; ":memory:" keeps both in memory.',
      examples: ['/var/lib/portico'],
      env: 'PORTICO_DATA',
    },
    dataFile: {
      ...matching('^[A-Za-z0-9._-]+$', 255),
      default: 'portico.sqlite',
      description: 'File name of the embedded store in the data folder.',
      examples: ['sso.sqlite'],
      expected: 'the name of a file, without a folder',
      env: 'PORTICO_DATA_NAME',
    },
    configFile: {
      type: 'string',
      minLength: 1,
      description: 'Path of a JSON file with settings. A value that begins with { is read as the JSON itself.',
      absent: 'none',
      examples: ['/etc/portico.json'],
      expected: 'the path of a JSON file',
      env: 'PORTICO_CONFIG',
    },
    backupSecret: {
      type: 'string',
      minLength: 16,
      maxLength: 1024,
      writeOnly: true,
      description: 'Passphrase for backups, used only by `portico backup` and `portico restore`.',
      absent: 'no backups',
      examples: ['at least four random words'],
      expected: 'a passphrase of 16 characters or more',
      env: 'PORTICO_BACKUP_SECRET',
    },
    logLevel: {
      ...choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
      description: 'Minimum level of log messages.',
      examples: ['debug'],
      env: 'LOG_LEVEL',
    },
    securityLog: {
      ...text(1024),
      description: 'Destination for security events, as JSON lines for a SIEM: stdout, or the path of a file.',
      absent: 'none',
      examples: ['/var/log/portico/security.jsonl'],
      expected: 'stdout, or the path of a file',
      env: 'SECURITY_LOG',
    },
  },
} as const satisfies SettingSchema

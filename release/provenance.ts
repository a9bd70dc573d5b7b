/** A provenance statement (in-toto Statement v1 with the SLSA predicate v1): which commit the tarball was built from. */
import { basename } from 'node:path'
import { digestOf } from './digest.ts'

interface Build {
  /** Path of the tarball. */
  readonly tarball: string
  readonly repository: string
  readonly tag: string
  readonly commit: string
  readonly committedAt: string
}

export const provenance = ({ tarball, repository, tag, commit, committedAt }: Build): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: basename(tarball), digest: { sha256: digestOf(tarball) } }],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://docs.npmjs.com/cli/commands/npm-pack',
      externalParameters: { repository, ref: `refs/tags/${tag}` },
      resolvedDependencies: [
        { uri: `${repository}@refs/tags/${tag}`, digest: { gitCommit: commit } },
        { uri: 'package-lock.json', digest: { sha256: digestOf('package-lock.json') } },
      ],
    },
    runDetails: {
      builder: { id: `${repository}#release/main.ts`, version: { node: process.versions.node } },
      metadata: { startedOn: committedAt },
    },
  },
})

/**
 * A client's configuration in all formats, one visible at a time. Radio buttons and styles switch the format.
 * A page with a secret exists only once, so no link can lead to another format of it.
 */
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { isolate, type Viewed, type VNode } from '../../../web/ui/view.ts'
import type { FormattedBlock } from './client-props.ts'

export function ConfigurationBlocks({ blocks, view }: { blocks: readonly FormattedBlock[] } & Viewed): VNode {
  const { once } = view.t.client
  return (
    <fieldset class="sso-formats">
      <legend class="sso-hidden">{once.format}</legend>
      {blocks.map(({ format, label, text }, index) => (
        <>
          <label>
            <input type="radio" name="format" value={format} checked={index === 0} autocomplete="off" />
            <bdi dir="ltr">{label}</bdi>
          </label>
          <div class="sso-format">
            <CopyField
              view={view}
              id={`block-${format}`}
              label={once.textOf({ label: isolate(label) })}
              value={text}
              rows={rowsOf(text)}
            />
          </div>
        </>
      ))}
    </fieldset>
  )
}

const rowsOf = (text: string): number => Math.min(14, text.split('\n').length + 1)

/** The product's mark and name. */
import type { VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Monogram } from './monogram.tsx'

export function Brand({ view: { product } }: Viewed): VNode {
  return (
    <span class="sso-brand">
      {product.logo === undefined ? (
        <Monogram name={product.name} size="small" brand />
      ) : (
        <img class="sso-logo" src={product.logo} alt="" width={32} height={32} />
      )}
      <bdi>{product.name}</bdi>
    </span>
  )
}

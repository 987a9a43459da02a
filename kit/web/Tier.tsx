import { ArrowRightIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useT } from './i18n.ts'
import './kit.css'

type Tier = { name: string; color?: string | null | undefined }

/** A card category at a glance: the facet carries its colour, and the name always stands beside it. */
export const TierBadge = ({ name, color }: Tier) => (
  <span className="carat-tier" style={color ? ({ '--tier': color } as CSSProperties) : undefined}>
    {name}
  </span>
)

/** The same in a frame of its own, beside a name. */
export const TierPill = (tier: Tier) => (
  <span className="carat-tier-pill">
    <TierBadge {...tier} />
  </span>
)

/** From one card category to another. */
export function TierChange({ from, to }: { from: Tier; to: Tier }) {
  const t = useT()
  return (
    <span className="carat-tier-change">
      <TierBadge {...from} />
      <ArrowRightIcon className="carat-mirrored" role="img" aria-label={t('kit:member.becomes')} />
      <TierBadge {...to} />
    </span>
  )
}

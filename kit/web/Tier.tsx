import { useQuery } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { t, useT } from './i18n.ts'
import { Muted } from './Layout.tsx'
import { type Provided, useProvided } from './provided.ts'
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
    <span>
      <span className="carat-unseen">{t('kit:member.tierChange', { from: from.name, to: to.name })}</span>
      <span className="carat-tier-change" aria-hidden>
        <TierBadge {...from} />
        <ArrowRightIcon className="carat-mirrored" />
        <TierBadge {...to} />
      </span>
    </span>
  )
}

const TIERS_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only: name and colour come from the few there are. */
export function useTier() {
  const { tiers } = useProvided()
  const { data } = useQuery({
    queryKey: ['kit.tiers'],
    queryFn: tiers,
    staleTime: TIERS_STALE_MS,
    meta: { about: ['card category'] },
  })
  return (code: string | null) => data?.find(({ value }) => value === code)
}

/** The card category of a row of a list; only premium members have one. */
export function TierOf({ code }: { code: string | null }) {
  const words = useT()
  const tier = useTier()(code)
  if (code === null) return <Muted className="carat-nowrap">{words('kit:member.nonPremium')}</Muted>
  return <TierBadge name={tier?.label ?? code} color={tier?.color} />
}

/** The same words for a file. */
export async function tierWords({ tiers }: Provided) {
  const words = (await tiers()).map(({ value, label }) => [value, label])
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(words) }
}

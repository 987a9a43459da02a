import { useLabels } from '#kit/web/labels.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listCardCategories } from '../contract/card-categories.ts'
import './memberships.css'

/** A card category at a glance: its colour is never alone, the name stands beside it. */
export function Tier({ name, color }: { name: string; color: string | null | undefined }) {
  return (
    <span className="tier">
      <span className="tier-swatch" style={{ background: color ?? 'transparent' }} aria-hidden />
      {name}
    </span>
  )
}

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; name and colour come from the few categories there are. */
export function useTiers() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  return (code: string | null) => data?.rows.find(({ Code }) => Code === code)
}

/** The card category of a row of a list; members without one say which kind of member they are. */
export function TierOf({ code, MemberType }: { code: string | null; MemberType: string }) {
  const tier = useTiers()(code)
  const labels = useLabels('memberships')
  if (!code) return <span className="counter-quiet">{labels.value('MemberType', MemberType)}</span>
  return <Tier name={tier?.Name ?? code} color={tier?.Color} />
}

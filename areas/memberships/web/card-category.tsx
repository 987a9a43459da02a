import { useQuery } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import { ColourTag, type ColourTagProps } from '#kit/web/ColourTag.tsx'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import './memberships.css'

// The contract is imported on first use, because this file is part of the initial bundle.
export const fetchCardCategoryChoices = async () =>
  (await import('./card-category-choices.ts')).fetchActiveCardCategoryChoices()

/** Shows the change from one card category to another. */
export function CardCategoryChangeLabel({ from, to }: { from: ColourTagProps; to: ColourTagProps }) {
  const t = useT()
  return (
    <span>
      <span className="carat-unseen">{t('customers:member.tierChange', { from: from.name, to: to.name })}</span>
      <span className="card-category-change" aria-hidden>
        <ColourTag {...from} />
        <ArrowRightIcon className="carat-mirrored" />
        <ColourTag {...to} />
      </span>
    </span>
  )
}

const STALE_MS = 10 * 60_000

/** Shows the name and colour of a card category by its code. */
export function useCardCategory() {
  const { data } = useQuery({
    queryKey: ['memberships.cardCategories'],
    queryFn: fetchCardCategoryChoices,
    staleTime: STALE_MS,
    meta: { about: ['card category'] },
  })
  return (code: string | null) => data?.find(({ value }) => value === code)
}

/** Shows the card category of a list row; empty for non-premium members. */
export function CardCategoryTag({ code }: { code: string | null }) {
  const words = useT()
  const category = useCardCategory()(code)
  if (code === null) return <Muted className="carat-nowrap">{words('customers:member.nonPremium')}</Muted>
  return <ColourTag name={category?.label ?? code} color={category?.color} />
}

/** Returns category names by code for exports to files; the key '' is for non-premium members. */
export async function fetchCardCategoryNames() {
  const names = (await fetchCardCategoryChoices()).map(({ value, label }) => [value, label])
  return { '': t('customers:member.nonPremium'), ...Object.fromEntries(names) }
}

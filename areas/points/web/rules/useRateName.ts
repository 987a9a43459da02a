import { useT } from '#kit/web/i18n.ts'
import type { Rate } from '../../contract.ts'

/** What a rate is called: its brand, and what narrows it. */
export function useRateName() {
  const t = useT()
  return ({ Brand, ObjectValue }: Pick<Rate, 'Brand' | 'ObjectValue'>) =>
    [Brand === 'All' ? t('points:rate.template') : Brand, ObjectValue].filter(Boolean).join(' · ')
}

import { useT } from '#kit/web/i18n.ts'
import type { Rate } from '../../contract.ts'

/** Returns the display name of a rate: its brand and its narrower scope. */
export function useRateNameFormatter() {
  const t = useT()
  return ({ Brand, ObjectValue }: Pick<Rate, 'Brand' | 'ObjectValue'>) =>
    [Brand === 'All' ? t('points:rate.template') : Brand, ObjectValue].filter(Boolean).join(' · ')
}

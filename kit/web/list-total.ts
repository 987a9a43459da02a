import { formatPoints } from './format.ts'
import type { TranslateFunction } from './i18n.ts'

/** Returns the number of rows of a list as text, such as "1,234", or "about 390,000" for an estimate. */
export const formatTotal = (t: TranslateFunction, count: number, isEstimate = false) =>
  isEstimate ? t('kit:table.about', { total: formatPoints(count) }) : formatPoints(count)

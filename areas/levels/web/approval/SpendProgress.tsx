import type { ReactNode } from 'react'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames, Row } from '#kit/web/Layout.tsx'
import '../levels.css'

type Props = {
  label: string
  spent: string
  required: string | null
  /** The period of the spend and the number of purchases in it. */
  about?: ReactNode
  /** The link to the purchases that make up the spend. */
  link?: ReactNode
}

/** Shows the progress of the spend. Amounts stay exact; only the width of the bar is a floating-point number. */
export function SpendProgress({ label, spent, required, about, link }: Props) {
  const t = useT()
  const part = required === null ? 100 : Math.min(100, Math.max(0, (100 * Number(spent)) / (Number(required) || 1)))
  return (
    <section aria-label={label}>
      <Row justify="spread">
        <strong>{label}</strong>
        <strong>
          {required === null ? (
            <MoneyText amount={spent} currency />
          ) : (
            <bdi className="carat-figure">
              {t('levels:spentOfRequired', {
                spent: formatMoney(spent),
                required: formatMoney(required, { currency: true }),
              })}
            </bdi>
          )}
        </strong>
      </Row>
      {required !== null && (
        <div aria-hidden className={joinClassNames('levels-progress', part < 100 && 'levels-progress-short')}>
          <i style={{ inlineSize: `${part}%` }} />
        </div>
      )}
      <Row justify="spread" className="levels-progress-about">
        <span>{about}</span>
        {link}
      </Row>
    </section>
  )
}

import { Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon, CircleMinusIcon } from 'lucide-react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type erpStatus, exchangeErpMessagesNow } from '../../contract/erp.ts'

type Status = Reply<typeof erpStatus>

const icons = {
  none: <CircleMinusIcon aria-hidden />,
  new: <CircleMinusIcon aria-hidden />,
  answers: <CircleCheckIcon aria-hidden className="carat-good" />,
  away: <CircleAlertIcon aria-hidden className="carat-bad" />,
}

/** Shows the state of the connection to the ERP, with the numbers of open messages. */
export function ErpLinkStatus({ status }: { status: Status }) {
  const t = useT()
  const { may } = useSession()
  const exchange = useCall(exchangeErpMessagesNow, {
    done: 'vouchers:erp.contacting',
    failed: 'vouchers:erp.contactFailed',
  })
  const { State, AnsweredAt, FailingSince, RetryAt, Error: error, Queued, Failed, ToReview } = status
  const isAway = State === 'away'
  return (
    <Card
      title={t('vouchers:erp.connection')}
      extra={
        State !== 'none' &&
        may('Manage Settings') && (
          <Button loading={exchange.isPending} onClick={() => exchange.mutate({})}>
            {t('vouchers:erp.askNow')}
          </Button>
        )
      }
    >
      {State === 'none' && <Muted as="p">{t('vouchers:erp.noneHint')}</Muted>}
      <LabelledFacts
        items={[
          {
            label: t('kit:fields.Status'),
            value: (
              <Row gap="xs">
                {icons[State]}
                {t(`vouchers:erp.state.${State}`)}
              </Row>
            ),
          },
          AnsweredAt !== null && { label: t('vouchers:erp.lastAnswer'), value: <ShortInstant value={AnsweredAt} /> },
          isAway &&
            FailingSince !== null && {
              label: t('vouchers:erp.failingSince'),
              value: <ShortInstant value={FailingSince} />,
            },
          isAway && error !== null && { label: t('vouchers:erp.reason'), value: reasonText(t, error) },
          isAway && RetryAt !== null && { label: t('vouchers:erp.retry'), value: <ShortInstant value={RetryAt} /> },
          { label: t('vouchers:erp.queued'), value: formatPoints(Queued) },
          { label: t('vouchers:erp.failed'), value: formatPoints(Failed) },
          { label: t('vouchers:erp.toReview'), value: formatPoints(ToReview) },
        ]}
      />
    </Card>
  )
}

const reasons = ['timeout', 'host', 'refused', 'certificate', 'connection', 'answer', 'number'] as const

function reasonText(t: ReturnType<typeof useT>, error: string) {
  const [, status] = /^status (\d+)$/.exec(error) ?? []
  if (status) return t('vouchers:erp.error.status', { status })
  const reason = reasons.find((known) => known === error)
  return reason ? t(`vouchers:erp.error.${reason}`) : error
}

import { Alert, Form, Input } from 'antd'
import { CallError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { acts } from './acts.ts'
import { type Found, RewardFacts } from './RewardFacts.tsx'
import { Step, Trouble } from './Step.tsx'
import type { RewardAct } from './useRewardAct.ts'

type Props = { state: RewardAct; found: Found }

/** What it is, until when it is valid, what would move, and why it cannot be done now. */
export function CheckStep({ state, found }: Props) {
  const t = useT()
  const { act, done, obstacle } = state
  return (
    <Step
      place={3}
      done={!obstacle}
      title={t('customer-rewards:step.check')}
      about={t('customer-rewards:step.checkHint')}
    >
      {found.Notices.includes('Customer is not Active') && (
        <Alert type="warning" showIcon title={t('customer-rewards:notActive')} />
      )}
      {obstacle && !done && (
        <Trouble
          title={t(acts[act].texts.failed)}
          error={new CallError(409, obstacle as ConstructorParameters<typeof CallError>[1])}
        />
      )}
      <RewardFacts found={found} />
      {!acts[act].cancel && !done && <Numbers state={state} found={found} />}
    </Step>
  )
}

/** The invoice that the reward is for and, where an item is handed over, the voucher that goes with it. */
function Numbers({ state: { act, typed, type, check }, found }: Props) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  return (
    <Form component={false} layout="vertical">
      <Row gap="m" start>
        <Form.Item
          className="carat-grow"
          label={t('kit:fields.InvoiceNo')}
          htmlFor="reward-invoice"
          required={found.Reward.RequiresInvoiceYN === 'Y' || found.MinimumSpend !== null}
        >
          <Input
            id="reward-invoice"
            data-scan
            value={typed.invoice}
            maxLength={40}
            onChange={({ target }) => type({ invoice: target.value.toUpperCase() })}
            onBlur={() => typed.invoice !== '' && check()}
            onPressEnter={check}
          />
        </Form.Item>
        {act === 'collect' && (
          <Form.Item className="carat-grow" label={labels.field('VoucherNo')} htmlFor="reward-voucher">
            <Input
              id="reward-voucher"
              data-scan
              value={typed.voucher}
              maxLength={40}
              onChange={({ target }) => type({ voucher: target.value.toUpperCase() })}
            />
          </Form.Item>
        )}
      </Row>
    </Form>
  )
}

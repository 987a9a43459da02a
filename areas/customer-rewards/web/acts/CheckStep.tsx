import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { CallError } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { rewardActions } from './acts.ts'
import { CustomerRewardFacts, type LookedUpReward } from './RewardFacts.tsx'
import { CounterStep, CounterStepError } from './Step.tsx'
import type { RewardActionState } from './useRewardAct.ts'

type Props = { state: RewardActionState; reward: LookedUpReward }

/** Step 3 of an action shows the reward, the effect of the action, and the reason if the action is not possible. */
export function CheckRewardStep({ state, reward }: Props) {
  const t = useT()
  const { act, changed, blocker } = state
  return (
    <CounterStep
      number={3}
      done={!blocker}
      title={t('customer-rewards:step.check')}
      about={t('customer-rewards:step.checkHint')}
    >
      {reward.Notices.includes('Customer is not Active') && (
        <Alert type="warning" showIcon title={t('customer-rewards:notActive')} />
      )}
      {blocker && !changed && (
        <CounterStepError
          title={t(rewardActions[act].texts.failed)}
          error={new CallError(409, blocker as ConstructorParameters<typeof CallError>[1])}
        />
      )}
      <CustomerRewardFacts reward={reward} />
      {!rewardActions[act].cancel && !changed && <DocumentInputs state={state} reward={reward} />}
    </CounterStep>
  )
}

/** The inputs for the invoice and, when collecting, for a voucher number. */
function DocumentInputs({ state: { act, input, changeInput, check }, reward }: Props) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const [all, setAll] = useState(false)
  const invoiceRequired = reward.Reward.RequiresInvoiceYN === 'Y' || reward.MinimumSpend !== null
  // Most gifts are handed over without an invoice number, which staff can add.
  const asksInvoice = act === 'claim' || invoiceRequired || all
  const asksVoucher = act === 'collect' && (reward.VoucherType !== null || all)
  return (
    <Form component={false} layout="vertical">
      <Row gap="m" start>
        {asksInvoice && (
          <Form.Item
            className="carat-grow"
            label={t('kit:fields.InvoiceNo')}
            htmlFor="reward-invoice"
            required={invoiceRequired}
          >
            <Input
              id="reward-invoice"
              data-scan
              value={input.invoice}
              maxLength={40}
              onChange={({ target }) => changeInput({ invoice: target.value.toUpperCase() })}
              onBlur={() => input.invoice !== '' && check()}
              onPressEnter={check}
            />
          </Form.Item>
        )}
        {asksVoucher && (
          <Form.Item className="carat-grow" label={labels.field('VoucherNo')} htmlFor="reward-voucher">
            <Input
              id="reward-voucher"
              data-scan
              value={input.voucher}
              maxLength={40}
              onChange={({ target }) => changeInput({ voucher: target.value.toUpperCase() })}
            />
          </Form.Item>
        )}
      </Row>
      {act === 'collect' && !(asksInvoice && asksVoucher) && (
        <Button type="link" onClick={() => setAll(true)}>
          {t('customer-rewards:addNumbers')}
        </Button>
      )}
    </Form>
  )
}

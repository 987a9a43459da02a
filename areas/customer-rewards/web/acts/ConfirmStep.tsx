import { Button, Checkbox, Form, Input } from 'antd'
import { Link } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import type { ChangedReward } from '../../contract.ts'
import { cancelRedeemRewardsPath } from '../../paths.ts'
import { rewardActions } from './acts.ts'
import { currentUserTextParams } from './done-by.ts'
import type { LookedUpReward } from './RewardFacts.tsx'
import { RewardSecurityCode } from './SecurityCode.tsx'
import { PrintRewardSlipButton } from './Slip.tsx'
import { CounterStep } from './Step.tsx'
import type { RewardActionState } from './useRewardAct.ts'

/** Step 4 of an action confirms the action, then shows its result. */
export function ConfirmRewardActionStep({ state, reward }: { state: RewardActionState; reward: LookedUpReward }) {
  const t = useT()
  const { user } = useSession()
  const { act, changed, input, changeInput, ready, run } = state
  const { texts, cancel } = rewardActions[act]
  const name = formatPersonName(reward.FullName)
  if (changed)
    return (
      <CounterStep
        number={4}
        done
        title={t(texts.headline, { reward: changed.RewardName, name })}
        about={t('customer-rewards:step.by', currentUserTextParams(user))}
      >
        <Result act={act} changed={changed} onNext={state.startOver} />
      </CounterStep>
    )
  return (
    <CounterStep
      number={4}
      current
      title={t('customer-rewards:step.confirm')}
      about={t('customer-rewards:step.by', currentUserTextParams(user))}
    >
      {cancel && (
        <Form component={false} layout="vertical">
          <Form.Item label={t('customer-rewards:reason')} htmlFor="reward-reason" required>
            <Input.TextArea
              id="reward-reason"
              autoFocus
              value={input.reason}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={300}
              onChange={({ target }) => changeInput({ reason: target.value })}
              onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && ready && run()}
            />
          </Form.Item>
          {act === 'cancelCollect' && (
            <Checkbox checked={input.itemBack} onChange={({ target }) => changeInput({ itemBack: target.checked })}>
              {t('customer-rewards:itemBack')}
            </Checkbox>
          )}
        </Form>
      )}
      <Row>
        <Button
          // The key changes once the action is possible, so that React remounts the button and autoFocus applies.
          className="reward-act"
          key={state.blocker ? 'blocked' : 'ready'}
          type="primary"
          size="large"
          danger={cancel}
          autoFocus={!cancel && !state.blocker}
          disabled={!ready}
          loading={state.running}
          onClick={run}
        >
          {t(texts.button, { name })}
        </Button>
        <Button size="large" onClick={state.startOver}>
          {t('customer-rewards:startOver')}
        </Button>
      </Row>
      <Muted as="div">{t(texts.confirm)}</Muted>
    </CounterStep>
  )
}

function Result({
  act,
  changed,
  onNext,
}: {
  act: RewardActionState['act']
  changed: ChangedReward
  onNext: () => void
}) {
  const t = useT()
  const { isHQ, has } = useSession()
  const { ReferenceCode, MembershipNo } = changed
  return (
    <Stack gap="m">
      {act === 'claim' && changed.VoucherNo && <RewardSecurityCode reward={changed} />}
      <Row>
        <Button type="primary" autoFocus onClick={onNext}>
          {t('customer-rewards:next')}
        </Button>
        <PrintRewardSlipButton reward={changed} available={changed.Available} />
        {act === 'cancelCollect' && isHQ && has('Cancel Redeem Rewards') && (
          <Link to={cancelRedeemRewardsPath({ code: ReferenceCode, member: MembershipNo })}>
            {t('customer-rewards:act.cancelRedeem')}
          </Link>
        )}
      </Row>
    </Stack>
  )
}

import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { type RewardActionName, rewardActions } from './acts.ts'
import { CustomerIdentifierInput, RewardCodeInput } from './boxes.tsx'
import { CheckRewardStep } from './CheckStep.tsx'
import { ConfirmRewardActionStep } from './ConfirmStep.tsx'
import { RewardCounterLayout } from './CounterFrame.tsx'
import { RewardCustomerCard } from './CustomerCard.tsx'
import { CounterStep, CounterStepError } from './Step.tsx'
import { type RewardActionState, useRewardAction } from './useRewardAct.ts'

/** Runs one action on a customer reward in four steps: reward code, member, check, confirm. */
export function RewardActionPage({ act }: { act: RewardActionName }) {
  const [address] = useSearchParams()
  // A link to another reward restarts the steps of the action.
  return <Steps key={address.toString()} act={act} />
}

function Steps({ act }: { act: RewardActionName }) {
  const state = useRewardAction(act)
  const { reward, changed } = state
  return (
    <RewardCounterLayout
      side={
        reward && (
          <RewardCustomerCard
            name={reward.FullName}
            MembershipNo={reward.MembershipNo}
            phone={reward.Customer.ContactNo}
            available={changed?.Available ?? reward.Available}
          />
        )
      }
    >
      <CodeStep state={state} />
      <MemberStep state={state} />
      {reward && <CheckRewardStep state={state} reward={reward} />}
      {reward && <ConfirmRewardActionStep state={state} reward={reward} />}
    </RewardCounterLayout>
  )
}

type Props = { state: RewardActionState }

function CodeStep({ state: { act, code, reward, changed, error, hasCode, startOver, submitCode } }: Props) {
  const t = useT()
  return (
    <CounterStep
      number={1}
      done={hasCode}
      current={!hasCode}
      title={
        reward ? t('customer-rewards:step.rewardOf', { code: reward.ReferenceCode }) : t('customer-rewards:step.reward')
      }
      about={reward ? reward.RewardName : hasCode ? code : t('customer-rewards:step.rewardHint')}
      extra={hasCode && !changed && <Button onClick={startOver}>{t('customer-rewards:change')}</Button>}
    >
      {!hasCode && (
        <>
          {error && <CounterStepError title={t(rewardActions[act].texts.notFound)} error={error} />}
          <RewardCodeInput onSubmit={submitCode} initial={error ? code : ''} />
        </>
      )}
    </CounterStep>
  )
}

function MemberStep({
  state: { act, identifier, reward, error, isOtherMember, hasCode, lookingUp, submitIdentifier },
}: Props) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  return (
    <CounterStep
      number={2}
      done={reward !== undefined}
      current={hasCode && !reward}
      title={reward ? <bdi>{formatPersonName(reward.FullName)}</bdi> : t('customer-rewards:step.member')}
      about={
        reward && identifier
          ? t('customer-rewards:step.matches', {
              kind: labels.value('IdentifierType', identifier.IdentifierType),
              value: identifier.Identifier,
            })
          : t('customer-rewards:step.memberHint')
      }
    >
      {hasCode && !reward && (
        <>
          {isOtherMember && <CounterStepError title={t(rewardActions[act].texts.notFound)} error={error} />}
          <CustomerIdentifierInput
            onSubmit={submitIdentifier}
            loading={lookingUp}
            initial={isOtherMember ? identifier : undefined}
          />
        </>
      )}
    </CounterStep>
  )
}

import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { personName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { type RewardActName, rewardActs } from './acts.ts'
import { CodeBox, IdentifierBox } from './boxes.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { CounterFrame } from './CounterFrame.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { Step, StepError } from './Step.tsx'
import { type RewardAct, useRewardAct } from './useRewardAct.ts'

/** Runs one action on a customer reward in four steps: reward code, member, check, confirm. */
export function RewardActPage({ act }: { act: RewardActName }) {
  const [address] = useSearchParams()
  // A link to another reward restarts the steps of the action.
  return <Steps key={address.toString()} act={act} />
}

function Steps({ act }: { act: RewardActName }) {
  const state = useRewardAct(act)
  const { reward, changed } = state
  return (
    <CounterFrame
      side={
        reward && (
          <CustomerCard
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
      {reward && <CheckStep state={state} reward={reward} />}
      {reward && <ConfirmStep state={state} reward={reward} />}
    </CounterFrame>
  )
}

type Props = { state: RewardAct }

function CodeStep({ state: { act, code, reward, changed, error, hasCode, startOver, submitCode } }: Props) {
  const t = useT()
  return (
    <Step
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
          {error && <StepError title={t(rewardActs[act].texts.notFound)} error={error} />}
          <CodeBox onSubmit={submitCode} initial={error ? code : ''} />
        </>
      )}
    </Step>
  )
}

function MemberStep({
  state: { act, identifier, reward, error, isOtherMember, hasCode, lookingUp, submitIdentifier },
}: Props) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  return (
    <Step
      number={2}
      done={reward !== undefined}
      current={hasCode && !reward}
      title={reward ? <bdi>{personName(reward.FullName)}</bdi> : t('customer-rewards:step.member')}
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
          {isOtherMember && <StepError title={t(rewardActs[act].texts.notFound)} error={error} />}
          <IdentifierBox
            onSubmit={submitIdentifier}
            loading={lookingUp}
            initial={isOtherMember ? identifier : undefined}
          />
        </>
      )}
    </Step>
  )
}

import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { personName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { type Act, acts } from './acts.ts'
import { CodeBox, WhoBox } from './boxes.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { CounterFrame } from './CounterFrame.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { Step, Trouble } from './Step.tsx'
import { type RewardAct, useRewardAct } from './useRewardAct.ts'

/** Two scans and a click: the code of the reward, whose it is, what it moves, and the act. */
export function RewardActPage({ act }: { act: Act }) {
  const [address] = useSearchParams()
  // Another reward handed by a link begins again.
  return <Steps key={address.toString()} act={act} />
}

function Steps({ act }: { act: Act }) {
  const state = useRewardAct(act)
  const { found, done } = state
  return (
    <CounterFrame
      side={
        found && (
          <CustomerCard
            name={found.FullName}
            MembershipNo={found.MembershipNo}
            phone={found.Customer.ContactNo}
            available={done?.Available ?? found.Available}
          />
        )
      }
    >
      <CodeStep state={state} />
      <MemberStep state={state} />
      {found && <CheckStep state={state} found={found} />}
      {found && <ConfirmStep state={state} found={found} />}
    </CounterFrame>
  )
}

type Props = { state: RewardAct }

function CodeStep({ state: { act, code, found, done, error, codeKnown, startOver, takeCode } }: Props) {
  const t = useT()
  return (
    <Step
      place={1}
      done={codeKnown}
      now={!codeKnown}
      title={
        found ? t('customer-rewards:step.rewardOf', { code: found.ReferenceCode }) : t('customer-rewards:step.reward')
      }
      about={found ? found.RewardName : codeKnown ? code : t('customer-rewards:step.rewardHint')}
      extra={codeKnown && !done && <Button onClick={startOver}>{t('customer-rewards:change')}</Button>}
    >
      {!codeKnown && (
        <>
          {error && <Trouble title={t(acts[act].texts.notFound)} error={error} />}
          <CodeBox onTake={takeCode} known={error ? code : ''} />
        </>
      )}
    </Step>
  )
}

function MemberStep({ state: { act, who, found, error, ofMember, codeKnown, looking, takeWho } }: Props) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  return (
    <Step
      place={2}
      done={found !== undefined}
      now={codeKnown && !found}
      title={found ? <bdi>{personName(found.FullName)}</bdi> : t('customer-rewards:step.member')}
      about={
        found && who
          ? t('customer-rewards:step.matches', {
              kind: labels.value('IdentifierType', who.IdentifierType),
              value: who.Identifier,
            })
          : t('customer-rewards:step.memberHint')
      }
    >
      {codeKnown && !found && (
        <>
          {ofMember && <Trouble title={t(acts[act].texts.notFound)} error={error} />}
          <WhoBox onTake={takeWho} loading={looking} known={ofMember ? who : undefined} />
        </>
      )}
    </Step>
  )
}

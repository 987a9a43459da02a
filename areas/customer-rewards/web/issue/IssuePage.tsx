import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError } from '#kit/web/call.ts'
import { formatPoints } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Columns, PlainTable, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { issueRewards } from '../../contract.ts'

const REWARDS_MAX = 1000

/** Issues a reward to the members of a list, for example contest winners or top spenders, after a dry run. */
export function IssueRewardPage() {
  const t = useT()
  const { isHQ } = useSession()
  const [address] = useSearchParams()
  const rewards = useRead(listRewards, { Rows: REWARDS_MAX, Search: { Status: 'Active' } }, { enabled: isHQ })
  if (!isHQ) return <ForbiddenState hint={t('customer-rewards:issue.headOffice')} />
  const { error, refetch } = rewards
  if (error)
    return <ErrorState error={error} title={t('customer-rewards:titles.getRewards')} onRetry={() => void refetch()} />
  if (!rewards.data) return <LoadingState rows={4} />
  const issuable = rewards.data.rows.filter(({ Type }) => !isRedeemedKind(Type))
  const ofType = issuable.filter(({ Type }) => Type === address.get('type'))
  return (
    <IssueForm
      rewards={issuable.map(({ RewardId, Name, Code }) => ({ value: RewardId, label: `${Name} (${Code})` }))}
      initialReward={ofType.length === 1 ? ofType[0]!.RewardId : undefined}
      members={address.get('members')?.split(',') ?? []}
    />
  )
}

type Outcome = { dryRun: boolean } & Reply<typeof issueRewards>

type IssueProps = {
  rewards: { value: number; label: string }[]
  initialReward: number | undefined
  members: readonly string[]
}

function IssueForm({ rewards, initialReward, members }: IssueProps) {
  const t = useT()
  const [reward, setReward] = useState(initialReward)
  const [typed, setTyped] = useState(members.join('\n'))
  const [period, setPeriod] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const numbers = [...new Set(typed.toUpperCase().split(/[\s,;]+/))].filter((number) => number !== '')
  const input = (DryRunYN: 'Y' | 'N') => ({
    ...{ RewardId: reward ?? 0, MembershipNos: numbers, DryRunYN },
    ...(period.trim() !== '' && { Period: period.trim() }),
  })
  const failed = 'customer-rewards:titles.create'
  const check = useCall(issueRewards, { failed, onDone: (reply) => setOutcome({ dryRun: true, ...reply }) })
  const issue = useCall(issueRewards, {
    failed,
    done: 'customer-rewards:done.added',
    headline: ({ Issued }) => t('customer-rewards:issue.issued', { count: Issued, members: formatPoints(Issued) }),
    onDone: (reply) => setOutcome({ dryRun: false, ...reply }),
  })
  const complete = reward !== undefined && numbers.length > 0
  // A change of the list discards the dry run, so that only a checked list can be issued.
  const edit = (set: () => void) => {
    set()
    setOutcome(undefined)
  }
  return (
    <>
      <Card>
        <Form component={false} layout="vertical">
          <Columns least={280}>
            <Form.Item label={t('customer-rewards:fields.RewardName')} htmlFor="issue-reward" required>
              <Select
                id="issue-reward"
                value={reward ?? null}
                options={rewards}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={t('kit:form.choose')}
                onChange={(value) => edit(() => setReward(value ?? undefined))}
              />
            </Form.Item>
            <Form.Item
              label={t('customer-rewards:issue.period')}
              htmlFor="issue-period"
              extra={<span id="issue-period-help">{t('customer-rewards:issue.periodHelp')}</span>}
            >
              <Input
                id="issue-period"
                aria-describedby="issue-period-help"
                value={period}
                maxLength={40}
                onChange={({ target }) => edit(() => setPeriod(target.value))}
              />
            </Form.Item>
          </Columns>
          <Form.Item
            label={t('customer-rewards:issue.members')}
            htmlFor="issue-members"
            extra={<span id="issue-members-help">{t('customer-rewards:issue.membersHelp')}</span>}
            required
          >
            <Input.TextArea
              id="issue-members"
              aria-describedby="issue-members-help"
              value={typed}
              autoSize={{ minRows: 4, maxRows: 12 }}
              spellCheck={false}
              onChange={({ target }) => edit(() => setTyped(target.value))}
            />
          </Form.Item>
        </Form>
        <Row>
          <Button
            type={outcome?.dryRun ? 'default' : 'primary'}
            disabled={!complete}
            loading={check.isPending}
            onClick={() => check.mutate(input('Y'))}
          >
            {t('customer-rewards:issue.check')}
          </Button>
          {outcome?.dryRun && outcome.Issued > 0 && (
            <Button type="primary" loading={issue.isPending} onClick={() => issue.mutate(input('N'))}>
              {t('customer-rewards:issue.run', { count: outcome.Issued, members: formatPoints(outcome.Issued) })}
            </Button>
          )}
        </Row>
      </Card>
      {outcome && <Outcomes outcome={outcome} />}
    </>
  )
}

function Outcomes({ outcome: { dryRun, rows } }: { outcome: Outcome }) {
  const t = useT()
  return (
    <Card title={t(dryRun ? 'customer-rewards:issue.would' : 'customer-rewards:issue.did')} count={rows.length} flush>
      <PlainTable label={t('customer-rewards:issue.members')}>
        <thead>
          <tr>
            <th>{t('customer-rewards:issue.member')}</th>
            <th>{t('customer-rewards:issue.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ MembershipNo, ReferenceCode, Refusal }) => (
            <tr key={MembershipNo}>
              <td className="carat-figure">{MembershipNo}</td>
              <td>
                {Refusal
                  ? errorText(new CallError(409, Refusal as ConstructorParameters<typeof CallError>[1])).description
                  : (ReferenceCode ?? t('customer-rewards:issue.can'))}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Card>
  )
}

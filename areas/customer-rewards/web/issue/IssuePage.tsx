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

/** Gives a reward to members who are named: the winners of a contest, the top spenders. Tried first, then done. */
export function IssuePage() {
  const t = useT()
  const { isHQ } = useSession()
  const [address] = useSearchParams()
  const rewards = useRead(listRewards, { Rows: REWARDS_MAX, Search: { Status: 'Active' } }, { enabled: isHQ })
  if (!isHQ) return <ForbiddenState hint={t('customer-rewards:issue.headOffice')} />
  const { error, refetch } = rewards
  if (error)
    return <ErrorState error={error} title={t('customer-rewards:titles.getRewards')} onRetry={() => void refetch()} />
  if (!rewards.data) return <LoadingState rows={4} />
  const offered = rewards.data.rows.filter(({ Type }) => !isRedeemedKind(Type))
  const meant = offered.filter(({ Type }) => Type === address.get('type'))
  return (
    <Issue
      offered={offered.map(({ RewardId, Name, Code }) => ({ value: RewardId, label: `${Name} (${Code})` }))}
      first={meant.length === 1 ? meant[0]!.RewardId : undefined}
      members={address.get('members')?.split(',') ?? []}
    />
  )
}

type Outcome = { tried: boolean } & Reply<typeof issueRewards>

type IssueProps = {
  offered: { value: number; label: string }[]
  /** What it begins with. */
  first: number | undefined
  members: readonly string[]
}

function Issue({ offered, first, members }: IssueProps) {
  const t = useT()
  const [reward, setReward] = useState(first)
  const [typed, setTyped] = useState(members.join('\n'))
  const [period, setPeriod] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const numbers = [...new Set(typed.toUpperCase().split(/[\s,;]+/))].filter((number) => number !== '')
  const input = (DryRunYN: 'Y' | 'N') => ({
    ...{ RewardId: reward ?? 0, MembershipNos: numbers, DryRunYN },
    ...(period.trim() !== '' && { Period: period.trim() }),
  })
  const failed = 'customer-rewards:titles.create'
  const check = useCall(issueRewards, { failed, onDone: (reply) => setOutcome({ tried: true, ...reply }) })
  const issue = useCall(issueRewards, {
    failed,
    done: 'customer-rewards:done.added',
    headline: ({ Issued }) => t('customer-rewards:issue.issued', { count: Issued, members: formatPoints(Issued) }),
    onDone: (reply) => setOutcome({ tried: false, ...reply }),
  })
  const named = reward !== undefined && numbers.length > 0
  // What was tried is what is issued: another list is tried again.
  const change = (set: () => void) => {
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
                options={offered}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={t('kit:form.choose')}
                onChange={(value) => change(() => setReward(value ?? undefined))}
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
                onChange={({ target }) => change(() => setPeriod(target.value))}
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
              onChange={({ target }) => change(() => setTyped(target.value))}
            />
          </Form.Item>
        </Form>
        <Row>
          <Button
            type={outcome?.tried ? 'default' : 'primary'}
            disabled={!named}
            loading={check.isPending}
            onClick={() => check.mutate(input('Y'))}
          >
            {t('customer-rewards:issue.check')}
          </Button>
          {outcome?.tried && outcome.Issued > 0 && (
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

function Outcomes({ outcome: { tried, rows } }: { outcome: Outcome }) {
  const t = useT()
  return (
    <Card title={t(tried ? 'customer-rewards:issue.would' : 'customer-rewards:issue.did')} count={rows.length} flush>
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

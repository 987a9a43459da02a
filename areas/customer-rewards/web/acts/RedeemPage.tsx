import { Alert, Button, Checkbox, Form, Input, Switch } from 'antd'
import { GiftIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FoundMember } from '#areas/customers/web/index.ts'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { counterRoles as memberRoles } from '#areas/memberships/contract/roles.ts'
import { personName } from '#kit/contract/person.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Arrow, Entries, Row, Stack, Sums, TwoLines } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CustomerReward, type EligibleReward, listEligibleRewards, redeemRewards } from '../../contract.ts'
import { CounterFrame } from './CounterFrame.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { doneBy } from './done-by.ts'
import { SlipButton } from './Slip.tsx'
import { Step } from './Step.tsx'

/** As many as one counter offers at once; the first are those that can be redeemed. */
const OFFERED = 100

/** Point redemption: who, what for the points, where it is collected. */
export function RedeemPage() {
  const [address, setAddress] = useSearchParams()
  const member = address.get('member')
  const [known, setKnown] = useState<FoundMember>()
  const pick = (found: FoundMember) => {
    setKnown(found)
    setAddress({ member: found.MembershipNo })
  }
  return member === null ? (
    <Who onPick={pick} />
  ) : (
    <Choice
      key={member}
      MembershipNo={member}
      known={known?.MembershipNo === member ? known : undefined}
      onOther={() => setAddress({})}
    />
  )
}

function Who({ onPick }: { onPick: (member: FoundMember) => void }) {
  const t = useT()
  return (
    <CounterFrame side={null}>
      <Step place={1} now title={t('customer-rewards:step.who')} about={t('customer-rewards:step.whoHint')}>
        <MemberPicker
          id="redeem-member"
          aria-label={t('customer-rewards:step.who')}
          size="large"
          autoFocus
          ofPage
          unmatched={t('customer-rewards:noMember')}
          action={t('customer-rewards:goOn')}
          onPick={onPick}
        />
      </Step>
    </CounterFrame>
  )
}

type ChoiceProps = { MembershipNo: string; known: FoundMember | undefined; onOther: () => void }
type Redeemed = { rows: CustomerReward[]; Available: number }

function Choice({ MembershipNo, known, onOther }: ChoiceProps) {
  const t = useT()
  const state = useRedemption(MembershipNo)
  const { data } = state.offered
  const { done } = state
  const { has } = useSession()
  const card = useRead(memberCard, { MembershipNo }, { enabled: has(memberRoles) && !known }).data
  const name = done?.rows[0]?.FullName ?? known?.FullName ?? card?.FullName
  return (
    <CounterFrame
      side={
        data && (
          <CustomerCard
            name={name ?? MembershipNo}
            MembershipNo={MembershipNo}
            phone={known?.ContactNo ?? card?.ContactNo}
            available={done?.Available ?? data.Available}
          />
        )
      }
    >
      <Step
        place={1}
        done={data !== undefined}
        title={name ? <bdi>{personName(name)}</bdi> : MembershipNo}
        about={name && MembershipNo}
        extra={!done && <Button onClick={onOther}>{t('customer-rewards:change')}</Button>}
      >
        {data?.Notices.includes('Customer is not Active') && (
          <Alert type="warning" showIcon title={t('customer-rewards:notActive')} />
        )}
      </Step>
      {done ? (
        <Done done={done} onNext={onOther} />
      ) : (
        <>
          <OfferStep state={state} />
          {state.selected.length > 0 && data && <ConfirmStep state={state} available={data.Available} />}
        </>
      )}
    </CounterFrame>
  )
}

type Redemption = ReturnType<typeof useRedemption>

/** What a member is offered, what of it was chosen, and the redemption itself. */
function useRedemption(MembershipNo: string) {
  const t = useT()
  const { user, isHQ } = useSession()
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [outlet, setOutlet] = useState<string | null>(isHQ ? null : (user.building?.code ?? null))
  const [remarks, setRemarks] = useState('')
  const [done, setDone] = useState<Redeemed>()
  const offered = useRead(listEligibleRewards, { MembershipNo, AllYN: all ? 'Y' : 'N', Rows: OFFERED })
  const redeem = useCall(redeemRewards, {
    headline: ({ rows }) =>
      t('customer-rewards:headline.redeem', {
        reward: rows.map(({ RewardName }) => RewardName).join(', '),
        name: personName(rows[0]!.FullName),
      }),
    done: 'customer-rewards:done.added',
    failed: 'customer-rewards:titles.redeem',
    onDone: (reply) => setDone(reply),
  })
  const selected = offered.data?.rows.filter(({ RewardId }) => chosen.has(RewardId)) ?? []
  const price = selected.reduce((sum, reward) => sum + priceOf(reward), 0)
  const ready = selected.length > 0 && price <= (offered.data?.Available ?? 0) && outlet !== null
  return {
    ...{ offered, all, setAll, chosen, selected, outlet, setOutlet, remarks, setRemarks, price, ready, done },
    running: redeem.isPending,
    clear: () => setChosen(new Set()),
    toggle: (RewardId: number) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(RewardId)) next.add(RewardId)
        return next
      }),
    run: () =>
      ready &&
      redeem.mutate({
        MembershipNo,
        Rewards: selected.map(({ RewardId, BirthdayYN }) => ({ RewardId, IsBirthdayPointDeduct: BirthdayYN })),
        CollectedOutletCode: outlet,
        ...(remarks.trim() !== '' && { Remarks: remarks.trim() }),
      }),
  }
}

function OfferStep({ state: { offered, selected, chosen, toggle, all, setAll } }: { state: Redemption }) {
  const t = useT()
  const { data, error } = offered
  return (
    <Step
      place={2}
      now={selected.length === 0}
      done={selected.length > 0}
      title={t('customer-rewards:step.redemption')}
      about={data && t('customer-rewards:step.redemptionHint', { points: formatPoints(data.Available) })}
      extra={
        <Row as="label" tight>
          <Switch checked={all} onChange={setAll} />
          {t('customer-rewards:all')}
        </Row>
      }
    >
      {error ? (
        <ErrorState
          error={error}
          title={t('customer-rewards:titles.getRewards')}
          onRetry={() => void offered.refetch()}
        />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<GiftIcon />} title={t('customer-rewards:empty')} />
      ) : (
        <Entries>
          {data.rows.map((reward) => (
            <Offer
              key={reward.RewardId}
              reward={reward}
              chosen={chosen.has(reward.RewardId)}
              onToggle={() => toggle(reward.RewardId)}
            />
          ))}
        </Entries>
      )}
    </Step>
  )
}

function ConfirmStep({ state, available }: { state: Redemption; available: number }) {
  const t = useT()
  const { user } = useSession()
  const { selected, price, outlet, setOutlet, remarks, setRemarks } = state
  return (
    <Step place={3} now title={t('customer-rewards:step.confirm')} about={t('customer-rewards:step.by', doneBy(user))}>
      <Sums
        items={[
          ...selected.map((reward) => ({ label: reward.Name, value: formatPoints(priceOf(reward)) })),
          {
            label: t('customer-rewards:available'),
            value: (
              <>
                {formatPoints(available)} <Arrow label={t('customer-rewards:becomes')} />{' '}
                {formatPoints(available - price)}
              </>
            ),
            strong: true,
          },
        ]}
      />
      {price > available && <Alert type="error" showIcon title={t('customer-rewards:tooMany')} />}
      <Form component={false} layout="vertical">
        <Row gap="m" start>
          <Form.Item className="carat-grow" label={t('customer-rewards:collectedAt')} htmlFor="redeem-outlet" required>
            <ChoiceSelect
              id="redeem-outlet"
              area="customer-rewards"
              field="CollectedOutletCode"
              choices="outlet"
              value={outlet}
              onChange={(value) => setOutlet(value as string | null)}
            />
          </Form.Item>
          <Form.Item className="carat-grow" label={t('kit:fields.Remarks')} htmlFor="redeem-remarks">
            <Input
              id="redeem-remarks"
              value={remarks}
              maxLength={300}
              onChange={({ target }) => setRemarks(target.value)}
            />
          </Form.Item>
        </Row>
      </Form>
      <Row>
        <Button
          className="reward-act"
          type="primary"
          size="large"
          disabled={!state.ready}
          loading={state.running}
          onClick={state.run}
        >
          {t('customer-rewards:button.redeem', { points: formatPoints(price) })}
        </Button>
        <Button size="large" onClick={state.clear}>
          {t('customer-rewards:startOver')}
        </Button>
      </Row>
    </Step>
  )
}

/** The birthday price where it can be used today. */
const priceOf = ({ BirthdayYN, BirthdayPointDeduct, PointDeduct }: EligibleReward) =>
  BirthdayYN === 'Y' ? (BirthdayPointDeduct ?? PointDeduct) : PointDeduct

type OfferProps = { reward: EligibleReward; chosen: boolean; onToggle: () => void }

function Offer({ reward, chosen, onToggle }: OfferProps) {
  const t = useT()
  const { Obstacle, StockHere, StockAt, MissingPoints } = reward
  const why =
    Obstacle === 'notEnough'
      ? t('customer-rewards:missing', { count: MissingPoints, points: formatPoints(MissingPoints) })
      : Obstacle && t(`customer-rewards:obstacle.${Obstacle}`)
  const stock =
    StockHere === null
      ? undefined
      : [
          t('customer-rewards:stockHere', { count: StockHere }),
          ...(StockHere > 0 ? [] : StockAt.map(({ OutletCode, Available }) => `${OutletCode}: ${Available}`)),
        ].join(' · ')
  return (
    <li>
      <Row justify="spread" tight>
        <Checkbox checked={chosen} disabled={Obstacle !== null} onChange={onToggle}>
          <TwoLines second={[reward.Code, stock, why].filter(Boolean).join(' · ')}>
            <strong>{reward.Name}</strong>
          </TwoLines>
        </Checkbox>
        <TwoLines
          second={
            Number(reward.CashTopUp) > 0 ? (
              <>
                + <MoneyText amount={reward.CashTopUp} currency />
              </>
            ) : (
              reward.BirthdayYN === 'Y' && t('customer-rewards:birthdayPrice')
            )
          }
        >
          <strong>
            {t('customer-rewards:points', { count: priceOf(reward), points: formatPoints(priceOf(reward)) })}
          </strong>
        </TwoLines>
      </Row>
    </li>
  )
}

function Done({ done: { rows, Available }, onNext }: { done: Redeemed; onNext: () => void }) {
  const t = useT()
  return (
    <Step
      place={2}
      done
      title={t('customer-rewards:redeemed')}
      about={t('customer-rewards:step.redemptionHint', { points: formatPoints(Available) })}
    >
      <Entries>
        {rows.map((reward) => (
          <li key={reward.ReferenceCode}>
            <Row justify="spread">
              <TwoLines second={reward.ReferenceCode}>
                <strong>{reward.RewardName}</strong>
              </TwoLines>
              <SlipButton reward={reward} available={Available} />
            </Row>
          </li>
        ))}
      </Entries>
      <Stack>
        <Row>
          <Button type="primary" autoFocus onClick={onNext}>
            {t('customer-rewards:next')}
          </Button>
        </Row>
      </Stack>
    </Step>
  )
}

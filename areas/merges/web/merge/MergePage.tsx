import { Button } from 'antd'
import { ArrowLeftRightIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberHeader } from '#areas/customers/web/index.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type KeepTierOf, type MergePreview, type Party, previewMerge } from '../../contract.ts'
import '../merges.css'
import { MergeMessageList } from '../MessageList.tsx'
import { MergeRequestForm } from './AskForMerge.tsx'
import { MergePartyPicker } from './ChooseOther.tsx'
import { type FieldsTakenFromMerged, MergeFieldChoices, suggestedFieldsFromMerged } from './FieldChoices.tsx'
import { MergeEffects } from './MergeEffects.tsx'

/** Shows two records of one person side by side, with the values that stay, the rows that move, and the merge request. */
export function MergePage() {
  const [address, setAddress] = useSearchParams()
  const id = (name: 'Survivor' | 'Merged') => {
    const value = Number(address.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const [SurvivorId, MergedId] = [id('Survivor'), id('Merged')]
  const set = (Survivor: number, Merged?: number) =>
    setAddress({ Survivor: `${Survivor}`, ...(Merged !== undefined && { Merged: `${Merged}` }) }, { replace: true })
  if (SurvivorId === undefined || MergedId === undefined)
    return (
      <MergePartyPicker
        {...(SurvivorId !== undefined && { SurvivorId })}
        onChosen={(pickedId) => (SurvivorId === undefined ? set(pickedId) : set(SurvivorId, pickedId))}
      />
    )
  return (
    <MergeForm
      key={`${SurvivorId}-${MergedId}`}
      SurvivorId={SurvivorId}
      MergedId={MergedId}
      onSwap={() => set(MergedId, SurvivorId)}
    />
  )
}

function MergeForm({ SurvivorId, MergedId, onSwap }: { SurvivorId: number; MergedId: number; onSwap: () => void }) {
  const t = useT()
  const [KeepTierOf, setKeepTierOf] = useState<KeepTierOf>('Higher')
  const { data, error, refetch } = useRead(previewMerge, { SurvivorId, MergedId, KeepTierOf })
  const [taken, setTaken] = useState<FieldsTakenFromMerged>()
  if (error) return <ErrorState error={error} title={t('merges:failed.preview')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  const takenFields = taken ?? suggestedFieldsFromMerged(data.Fields)
  return (
    <Stack width="steps">
      <Parties preview={data} onSwap={onSwap} />
      <MergeMessageList messages={data.Obstacles} type="error" title={t('merges:obstacles')} />
      <MergeMessageList messages={data.Warnings} type="warning" title={t('merges:warnings')} />
      <MergeFieldChoices fields={data.Fields} taken={takenFields} onChange={setTaken} />
      <MergeEffects preview={data} keep={KeepTierOf} onKeep={setKeepTierOf} />
      <MergeRequestForm preview={data} KeepTierOf={KeepTierOf} TakeFromMerged={[...takenFields]} />
    </Stack>
  )
}

function Parties({ preview: { Survivor, Merged }, onSwap }: { preview: MergePreview; onSwap: () => void }) {
  const t = useT()
  return (
    <div className="merges-parties">
      <PartyCard party={Survivor} role={t('merges:stays')} stays />
      <Button
        icon={<ArrowLeftRightIcon aria-hidden />}
        onClick={onSwap}
        aria-label={t('merges:swap')}
        title={t('merges:swap')}
      />
      <PartyCard party={Merged} role={t('merges:goes')} />
    </div>
  )
}

function PartyCard({ party, role, stays = false }: { party: Party; role: string; stays?: boolean }) {
  const t = useT()
  const labels = useLabels('merges')
  return (
    <section
      className={joinClassNames('carat-card carat-card-body merges-party', stays && 'carat-box-primary')}
      aria-label={role}
    >
      <Muted>{role}</Muted>
      <MemberHeader
        compact
        name={party.FullName}
        to={customerPath({ CustomerId: party.CustomerId })}
        tier={{ name: party.CardCategoryName ?? labels.value('MemberType', party.MemberType), color: party.Color }}
        status={party.Status !== 'Active' && <StatusTag area="merges" status={party.Status} />}
        number={party.MembershipNo}
      >
        <span>{party.RegisteredOutletCode}</span>
      </MemberHeader>
      <Row>
        <span>
          <PointsText points={party.Points} /> {t('merges:points')}
        </span>
        {party.Arrears > 0 && (
          <Muted>
            {t('merges:owes')} <PointsText points={party.Arrears} />
          </Muted>
        )}
      </Row>
    </section>
  )
}

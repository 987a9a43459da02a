import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ControlProps, FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { PageTools } from '#kit/web/PageTools.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addSegment, type ConditionGroup, getSegment, type Segment, updateSegment } from '../contract.ts'
import { segmentPath, segmentsPath } from '../paths.ts'
import { ConditionGroupField } from './builder/ConditionsField.tsx'
import { emptyConditionGroup } from './builder/draft.ts'
import { MatchingCustomersPreview } from './builder/LiveCount.tsx'
import { useSegmentFields } from './builder/useFields.ts'
import { SegmentCustomers } from './SegmentCustomers.tsx'
import { AddSegmentToCampaignButton } from './ToCampaign.tsx'

export function AddSegmentPage() {
  const { isHQ } = useSession()
  return isHQ ? <SegmentBuilder segment={undefined} /> : <ForbiddenState />
}

export function SegmentPage() {
  const t = useT()
  const SegmentId = Number(useParams().SegmentId)
  const { data, error, refetch } = useRead(getSegment, { SegmentId })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} title={t('segments:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return (
    <>
      <PageTools>
        <AddSegmentToCampaignButton segment={data} />
        <HistoryButton area="segments" subject="Segment" id={SegmentId} name={data.Name} />
      </PageTools>
      <SegmentBuilder key={SegmentId} segment={data} />
    </>
  )
}

/** Form for the conditions of a segment, with the number of matching customers after every change. */
function SegmentBuilder({ segment: initialSegment }: { segment: Segment | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  // The state has the version that the user opened, so that saving reports changes by other users as a conflict.
  const [segment, setSegment] = useState(initialSegment)
  const [values, setValues] = useState<FormFieldValues>(() => initialSegment ?? { Conditions: emptyConditionGroup })
  const { fields, byName, error, refetch } = useSegmentFields()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!fields) return <LoadingState rows={10} />
  const conditions = {
    name: 'Conditions',
    wide: true,
    control: ({ value, onChange }: ControlProps) => (
      <ConditionGroupField
        group={(value as ConditionGroup | undefined) ?? emptyConditionGroup}
        fields={byName}
        onChange={(next) => onChange?.(next)}
      />
    ),
  } as const
  const form = {
    area: 'segments',
    columns: 2,
    onValues: setValues,
    onCancel: () => void navigate(segmentsPath()),
  } as const
  const group = (values.Conditions as ConditionGroup | undefined) ?? emptyConditionGroup
  return (
    <Stack>
      <SideColumnLayout sticky close side={<MatchingCustomersPreview group={group} fields={byName} />}>
        <Card label={t(segment ? 'segments:screens.segment' : 'segments:screens.add')}>
          {segment ? (
            <RecordForm
              {...form}
              call={updateSegment}
              initial={segment}
              fields={['Name', 'Status', { name: 'Description', wide: true }, conditions]}
              headline={({ Name }) => t('kit:headlines.saved', { name: Name })}
              failed="segments:failed.update"
              draft={`segments.${segment.SegmentId}`}
              onDone={setSegment}
            />
          ) : (
            <RecordForm
              {...form}
              call={addSegment}
              initial={{ Conditions: emptyConditionGroup }}
              fields={['Name', 'Status', { name: 'Description', wide: true }, conditions]}
              headline={({ Name }) => t('kit:headlines.created', { name: Name })}
              failed="segments:failed.create"
              draft="segments.add"
              onDone={(added) => navigate(segmentPath(added), { replace: true })}
            />
          )}
        </Card>
      </SideColumnLayout>
      {segment && (
        <PageSection title={t('segments:count.everybody')} hint={t('segments:count.everybodyHint')}>
          <SegmentCustomers segment={segment} />
        </PageSection>
      )}
    </Stack>
  )
}

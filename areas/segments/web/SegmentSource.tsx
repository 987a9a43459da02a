import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { TargetSourceProps } from '#areas/campaigns/web/slots.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addSegmentToCampaign, listSegmentCustomers, listSegments } from '../contract.ts'
import { segmentAddPath } from '../paths.ts'

const findSegmentChoices = async () => {
  const { rows } = await call(listSegments, { Search: { Status: 'Active' }, Rows: 1000, SortOption: 'Name' })
  return rows.map(({ SegmentId, Name, Description }) => ({
    value: `${SegmentId}`,
    label: Name,
    ...(Description && { hint: Description }),
  }))
}

/** Adds the customers of a segment to the target list of a campaign, once or as a live list. */
export function AddSegmentAsTargetSource({ CampaignCode, isExclusion, onAdded }: TargetSourceProps) {
  const t = useT()
  const id = useId()
  const [SegmentId, setSegmentId] = useState<string | null>(null)
  const [isLive, setLive] = useState(false)
  const { data } = useRead(
    listSegmentCustomers,
    { SegmentId: Number(SegmentId), Rows: 1 },
    { enabled: SegmentId !== null },
  )
  const add = useCall(addSegmentToCampaign, {
    failed: 'segments:failed.toCampaign',
    onDone: (reply) => {
      setSegmentId(null)
      onAdded(reply)
    },
  })
  return (
    <Stack gap="s">
      <div>
        <label className="carat-label" htmlFor={id}>
          {t('segments:screens.segment')}
        </label>
        <ChoiceSelect
          id={id}
          area="segments"
          field="SegmentId"
          choices={findSegmentChoices}
          value={SegmentId}
          onChange={(value) => setSegmentId(value as string | null)}
        />
        <Muted as="p" role="status">
          {data ? (
            t('segments:toCampaign.today', { count: data.count, number: formatPoints(data.count) })
          ) : (
            <Link to={segmentAddPath()}>{t('segments:toCampaign.new')}</Link>
          )}
        </Muted>
      </div>
      <Row>
        <Button
          type="primary"
          disabled={SegmentId === null}
          loading={add.isPending}
          onClick={() =>
            add.mutate({
              SegmentId: Number(SegmentId),
              CampaignCode,
              ListAs: isExclusion ? 'Excluded' : isLive ? 'Live' : 'Snapshot',
            })
          }
        >
          {t(isExclusion ? 'segments:toCampaign.exclude' : 'segments:toCampaign.submit')}
        </Button>
        {!isExclusion && (
          <Checkbox checked={isLive} onChange={({ target }) => setLive(target.checked)}>
            {t('segments:toCampaign.live')}
          </Checkbox>
        )}
      </Row>
    </Stack>
  )
}

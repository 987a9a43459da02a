import { Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  addPointStructureDetail,
  getPointStructure,
  Structure,
  updatePointStructure,
  updatePointStructureDetail,
} from '../../contract.ts'
import { structurePath } from '../../paths.ts'
import { endOverlapAction } from './end-overlap.ts'
import { DatedRuleView } from './RuleView.tsx'
import { createStructureFields } from './structure-fields.tsx'

/** Page of one structure with its conditions, its scope and its periods. */
export function StructurePage() {
  const { StructureId } = useParams()
  const { data, error, refetch } = useRead(getPointStructure, { StructureId: Number(StructureId) })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <LoadedStructure plan={data} />
}

type Props = { plan: Reply<typeof getPointStructure> }

function LoadedStructure({ plan }: Props) {
  const t = useT()
  const { StructureId, Version, CountsToday, EnabledYN, Code } = plan
  const isOn = EnabledYN === 'Y'
  const change = useCall(updatePointStructure, {
    done: isOn ? 'points:structure.deleted' : 'points:structure.updated',
    failed: 'points:structure.failed',
  })
  const counts = () => {
    if (plan.NamedOnlyYN === 'Y') return t('points:structure.countsNamed')
    const categories = CountsToday.Categories.map(({ Name }) => Name).join(listSeparator())
    return categories ? t('points:structure.countsFor', { categories }) : undefined
  }
  return (
    <DatedRuleView
      kind="structure"
      id={StructureId}
      name={plan.Name}
      path={structurePath({ StructureId })}
      isOn={isOn}
      setStatus={(Status) => change.mutateAsync({ StructureId, Version, Status })}
      edit={<EditButton plan={plan} />}
      facts={<StructureFacts plan={plan} />}
      counts={{
        counts: counts(),
        losesTo: CountsToday.LosesTo.map(asOther),
        winsOver: CountsToday.WinsOver.map(asOther),
      }}
      periods={plan.Details.map((detail) => ({
        ...detail,
        key: detail.StructureDetailId,
        description: t('points:structure.gives', { multiplier: detail.Multiplier }),
        remark: detail.Remark,
      }))}
      form={{
        add: {
          call: addPointStructureDetail,
          fixed: { StructureId },
          initial: { Multiplier: '1.00', EndOtherYN: 'N' },
          headline: () => t('points:structure.named.periodAdded', { name: Code }),
          done: 'points:structure.detailAdded',
        },
        update: {
          call: updatePointStructureDetail,
          initial: { EndOtherYN: 'N' },
          headline: () => t('points:structure.named.updated', { name: Code }),
          done: 'points:structure.updated',
        },
        alternative: endOverlapAction,
        fields: (locked, end) => [
          { name: 'EffectiveFrom', locked },
          { name: 'EffectiveTo', help: end },
          { name: 'Multiplier', suffix: '×', locked },
          { name: 'Remark', locked },
          { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' },
        ],
      }}
    />
  )
}

const asOther = ({ StructureId, Name, Categories }: Props['plan']['CountsToday']['LosesTo'][number]) => ({
  key: StructureId,
  name: Name,
  link: structurePath({ StructureId }),
  where: Categories.join(listSeparator()),
})

function StructureFacts({ plan }: Props) {
  const t = useT()
  return (
    <RecordFacts
      area="points"
      of={Structure}
      record={plan}
      fields={[
        { field: 'Code', copy: true },
        'Status',
        { field: 'CardCategoryCode', render: (of) => of.CardCategoryCode ?? t('points:rules.allCategories') },
        { field: 'MemberType', render: (of) => of.MemberType ?? t('kit:search.all') },
        'NamedOnlyYN',
        { field: 'ValidityMonths', render: (of) => of.ValidityMonths ?? t('memberships:balance.never') },
        'ExpiryRounding',
        { field: 'PendingDays', as: 'text' },
        'MinimumSpend',
        'MaxPointsPerInvoice',
        'Rounding',
        { field: 'Description', wide: true },
      ]}
    />
  )
}

function EditButton({ plan }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PencilIcon aria-hidden />} onClick={() => setOpen(true)}>
        {t('kit:verbs.edit')}
      </Button>
      <FormDialog
        area="points"
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('points:structure.edit')}
        call={updatePointStructure}
        columns={2}
        initial={{ ...plan, EndOtherYN: 'N' }}
        fields={[...createStructureFields(), { name: 'EndOtherYN', help: 'points:structure.endOtherHelp' }]}
        note={<Muted as="p">{t('points:structure.editNote')}</Muted>}
        headline={() => t('points:structure.named.updated', { name: plan.Code })}
        done="points:structure.updated"
        failed="points:structure.failed"
        alternative={endOverlapAction}
      />
    </>
  )
}

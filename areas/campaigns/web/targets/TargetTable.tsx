import { PhoneIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  addCampaignContact,
  type CampaignDetail,
  type CampaignTarget,
  deleteCampaignTarget,
  listCampaignTargets,
  TargetSource,
  TargetStatus,
} from '../../contract.ts'
import { allCampaignChoices } from '../choices.ts'

type Props = { campaign: CampaignDetail | undefined; toolbar?: ReactNode }

/** The targets of one campaign or of all campaigns, with their contacts and results. */
export function TargetTable({ campaign, toolbar }: Props) {
  const t = useT()
  const [contacted, setContacted] = useState<CampaignTarget>()
  const remove = useCall(deleteCampaignTarget, {
    headline: ({ FullName }) => t('kit:headlines.deleted', { name: formatPersonName(FullName) }),
    failed: (_, { TargetListId: id }) => t('campaigns:failed.deleteTarget', { id }),
  })
  return (
    <>
      <ResourceTable
        area="campaigns"
        list={listCampaignTargets}
        label={t('campaigns:screens.targets')}
        failed="campaigns:failed.targets"
        rowKey="TargetListId"
        columns={useColumns(campaign === undefined)}
        optional={[...(campaign ? [] : (['RegisteredOutletCode', 'AddedAt'] as const)), 'AddedByName', 'ControlYN']}
        {...(campaign && { input: { Search: { CampaignCode: campaign.CampaignCode } }, name: 'targets' })}
        rowLink={({ CustomerId }) => customerPath({ CustomerId })}
        rowName={({ FullName }) => formatPersonName(FullName)}
        search={{
          Name: 'text',
          ...(!campaign && { CampaignCode: { choices: allCampaignChoices } }),
          Status: TargetStatus.options,
          ContactedYN: 'yes-no',
          ConvertedYN: 'yes-no',
          Source: TargetSource.options,
          MembershipNo: 'capitals',
          OutletCode: 'outlet',
          ControlYN: 'yes-no',
        }}
        toolbar={toolbar}
        actions={(target) => [
          {
            label: t('campaigns:targets.contact'),
            icon: <PhoneIcon aria-hidden />,
            disabled:
              (target.ControlYN === 'Y' && t('campaigns:refusals.in_control_group')) ||
              (target.Status !== 'Active' && t('campaigns:refusals.excluded')),
            run: () => setContacted(target),
          },
          {
            label: t('kit:verbs.remove'),
            danger: true,
            disabled: target.ContactedAt !== null && t('campaigns:refusals.target_contacted'),
            confirm: t('campaigns:targets.removeQuestion', { name: formatPersonName(target.FullName) }),
            run: () => remove.mutateAsync({ TargetListId: target.TargetListId }),
          },
        ]}
        empty={{ title: t('campaigns:targets.empty'), hint: t('campaigns:targets.emptyHint') }}
      />
      <FormDialog
        area="campaigns"
        title={t('campaigns:targets.contactOf', { name: formatPersonName(contacted?.FullName ?? '') })}
        open={contacted !== undefined}
        onClose={() => setContacted(undefined)}
        call={addCampaignContact}
        fixed={{ TargetListId: contacted?.TargetListId ?? 0 }}
        fields={['Channel', 'Result', 'Remark']}
        done="campaigns:targets.contacted"
        failed="campaigns:failed.contact"
      />
    </>
  )
}

function useColumns(isForAllCampaigns: boolean): Column<CampaignTarget>[] {
  const labels = useLabels('campaigns')
  return [
    { field: 'FullName', second: 'MembershipNo', mark: ({ FullName }) => <PersonInitials name={FullName} /> },
    ...(isForAllCampaigns ? (['CampaignCode'] as const) : []),
    {
      field: 'CardCategoryName',
      title: 'memberships:fields.CardCategoryCode',
      render: ({ CardCategoryName, Color }) => CardCategoryName && <ColourTag name={CardCategoryName} color={Color} />,
    },
    ...(isForAllCampaigns ? [] : [{ field: 'RegisteredOutletCode', wideOnly: true } as const]),
    {
      field: 'Source',
      render: ({ Source, SourceName }) => SourceName ?? labels.value('Source', Source),
      wideOnly: true,
      file: { fields: ['Source', 'SourceName'] },
    },
    ...(isForAllCampaigns ? [] : [{ field: 'AddedAt', wideOnly: true } as const]),
    'ContactedAt',
    {
      field: 'Result',
      render: ({ Result, Channel, ControlYN }) =>
        ControlYN === 'Y' ? (
          <Muted>{labels.value('Result', 'Control')}</Muted>
        ) : (
          Result && `${labels.value('Result', Result)}${Channel ? ` · ${labels.value('Channel', Channel)}` : ''}`
        ),
      file: { fields: ['Channel', 'Result'] },
    },
    'ConvertedInvoice',
    'Status',
  ]
}

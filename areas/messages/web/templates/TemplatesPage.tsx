import { Tag } from 'antd'
import { PencilIcon, SendIcon } from 'lucide-react'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type ContactTemplate,
  ContactType,
  deleteTemplate,
  listTemplates,
  MessageEvent,
  Purpose,
  restoreTemplate,
  TemplateLanguage,
  TemplateStatus,
} from '../../contract.ts'
import { campaignTemplatePath, templatePath, templateSendPath } from '../../paths.ts'
import { templateLanguageName } from '../languages.ts'
import { MessageChannelLabel } from './Channel.tsx'

const eventColumn: Column<ContactTemplate> = {
  field: 'Event',
  render: (row) => <TemplateEvent template={row} />,
  file: { fields: ['Event', 'ReferenceCode'] },
}
const firstColumns: Column<ContactTemplate>[] = [
  'Name',
  { field: 'ContactType', render: (row) => <MessageChannelLabel type={row.ContactType} /> },
]
const lastColumns: Column<ContactTemplate>[] = [
  {
    field: 'Texts',
    title: 'messages:fields.Languages',
    render: ({ Texts }) => <Languages codes={Texts.map(({ Language }) => Language)} />,
    wideOnly: true,
  },
  'Status',
  { field: 'Version', wideOnly: true },
  'UpdatedAt',
]

/** Lists contact templates for events and for sending by hand. */
export const TemplatesPage = () => <Templates ofCampaigns={false} />

/** Lists contact templates of campaigns. */
export const CampaignTemplatesPage = () => <Templates ofCampaigns />

function Templates({ ofCampaigns }: { ofCampaigns: boolean }) {
  const t = useT()
  const pathOf = ofCampaigns ? campaignTemplatePath : templatePath
  const { isHQ } = useSession()
  const history = useHistoryRowAction('messages', 'ContactTemplate')
  const remove = useCall(deleteTemplate, {
    headline: ({ Name }) => t('kit:headlines.deleted', { name: Name }),
    failed: 'messages:failed.delete',
    undo: ({ TemplateId }) => call(restoreTemplate, { TemplateId }),
  })
  return (
    <>
      <ResourceTable
        area="messages"
        list={listTemplates}
        label={t('messages:screens.templates')}
        rowKey="TemplateId"
        columns={ofCampaigns ? [...firstColumns, ...lastColumns] : [...firstColumns, eventColumn, ...lastColumns]}
        optional={ofCampaigns ? ['CreatedAt'] : ['Purpose', 'CreatedAt']}
        input={{ isCampaign: ofCampaigns ? 'Y' : 'N' }}
        rowLink={pathOf}
        search={{
          Name: 'text',
          ContactType: ContactType.options,
          ...(!ofCampaigns && { Event: MessageEvent.options }),
          Status: TemplateStatus.options,
          ...(!ofCampaigns && { Purpose: Purpose.options }),
          Language: TemplateLanguage.options,
          ...(!ofCampaigns && { ReferenceCode: 'text' as const }),
        }}
        actions={(row) => [
          isHQ && { label: t('kit:verbs.edit'), icon: <PencilIcon aria-hidden />, to: pathOf(row) },
          {
            label: t('messages:send.open'),
            icon: <SendIcon aria-hidden />,
            disabled: row.Status !== 'Active' && t('messages:send.onlyActive'),
            to: templateSendPath(row),
          },
          history.of(row.TemplateId, row.Name),
          isHQ && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('messages:deleteQuestion', { name: row.Name }),
            run: () => remove.mutateAsync({ TemplateId: row.TemplateId }),
          },
        ]}
        empty={{ title: t('messages:empty'), hint: t(ofCampaigns ? 'messages:emptyCampaigns' : 'messages:emptyHint') }}
      />
      {history.node}
    </>
  )
}

function TemplateEvent({ template: { Event, ReferenceCode } }: { template: ContactTemplate }) {
  const t = useT()
  const labels = useLabels('messages')
  if (!Event) return <Muted>{t('messages:byHand')}</Muted>
  return (
    <span className="carat-two-lines">
      <span>{labels.value('Event', Event)}</span>
      {ReferenceCode && ReferenceCode !== Event && <Muted>{ReferenceCode}</Muted>}
    </span>
  )
}

const Languages = ({ codes }: { codes: readonly TemplateLanguage[] }) => (
  <Row gap="xs">
    {codes.map((language) => (
      <Tag key={language} title={templateLanguageName(language)} style={{ marginInlineEnd: 0 }}>
        {language}
      </Tag>
    ))}
  </Row>
)

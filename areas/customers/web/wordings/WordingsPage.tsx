import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { chooseDisplayedText, getConsentWording, listConsentWordings } from '../../contract/consent-wordings.ts'
import { ConsentChannel } from '../../contract/consents.ts'

/** All published consent wordings, with the current wording. */
export function WordingsPage() {
  const t = useT()
  return (
    <ResourceTable
      area="customers"
      list={listConsentWordings}
      label={t('customers:screens.wordings')}
      rowKey="VersionId"
      rowName={({ Version }) => t('customers:wordings.version', { Version })}
      columns={[
        { field: 'Version', phone: ({ Version }) => t('customers:wordings.version', { Version }) },
        { field: 'PresentYN', render: ({ PresentYN }) => <WordingStatus isPresent={PresentYN === 'Y'} /> },
        'PublishedAt',
        {
          field: 'PublishedBy',
          render: ({ PublishedBy }) => (PublishedBy ? <bdi>{PublishedBy}</bdi> : t('customers:wordings.withProgram')),
        },
        { field: 'Remark', wideOnly: true },
      ]}
      search={{}}
      preview={({ Version }) => <WordingTexts version={Version} />}
      empty={{ title: t('customers:wordings.none') }}
    />
  )
}

const WordingStatus = ({ isPresent }: { isPresent: boolean }) => (
  <StatusTag status={isPresent ? 'Present' : 'Earlier'} area="customers" field="Wording" />
)

/** Shows the texts of one wording version by channel, in the language of the user. */
function WordingTexts({ version }: { version: string }) {
  const labels = useLabels('customers')
  const { data, error, refetch } = useRead(getConsentWording, { Version: version })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <Stack gap="m" as="dl">
      {ConsentChannel.options.map((channel) => (
        <div key={channel}>
          <dt className="carat-muted">{labels.value('Channel', channel)}</dt>
          <dd style={{ margin: 0 }}>{chooseDisplayedText(data[channel], currentLanguage())}</dd>
        </div>
      ))}
    </Stack>
  )
}

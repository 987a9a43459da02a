import { errorText, useT } from '#kit/public/texts.ts'

type Props = { list: { more: (() => void) | undefined; loadingMore: boolean; moreError: unknown } }

/** Button that loads more rows of a list; hidden if all rows are loaded. */
export function LoadMoreButton({ list: { more, loadingMore, moreError } }: Props) {
  const t = useT()
  if (!more) return null
  return (
    <>
      {moreError !== undefined && (
        <p className="pub-note pub-note-danger" role="alert">
          {errorText(moreError)}
        </p>
      )}
      <button type="button" className="pub-button" disabled={loadingMore} onClick={more}>
        {loadingMore ? t('kit:loading') : t('self-service:more')}
      </button>
    </>
  )
}

import '../levels.css'

/** The progress bar towards the next category. Screen readers skip it, because the text beside it says the same. */
export const TierProgressBar = ({ share, reached }: { share: number; reached: boolean }) => (
  <span className={reached ? 'carat-progress carat-progress-reached' : 'carat-progress'} aria-hidden>
    <span style={{ inlineSize: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
  </span>
)

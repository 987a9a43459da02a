/** The cut diamond and the product's name. */
export function Brand({ title }: { title: string }) {
  return (
    <span className="brand">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
        <path d="M7 4h10l4 5-9 11L3 9z" fill="currentColor" fillOpacity="0.16" />
        <path
          d="M7 4h10l4 5-9 11L3 9zM3 9h18M12 20 8 9l4-5 4 5z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      <span>{title}</span>
    </span>
  )
}

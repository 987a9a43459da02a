/** What the header opens over the page; each is fetched when it is first asked for. */
export type Panel = 'palette' | 'appearance' | 'shortcuts' | 'notifications'

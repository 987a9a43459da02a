/** The panels of the header. The code of each panel is loaded when the user first opens it. */
export type HeaderPanel = 'palette' | 'appearance' | 'shortcuts' | 'notifications'

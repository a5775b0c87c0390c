import { useState } from 'react'

interface Choice<Thing> {
  /** Adopts what someone else saved. */
  reload: (current: Thing) => void
  /** Saves over it. */
  overwrite: (current: Thing) => Promise<void>
}

/** Asks whether to reload, overwrite or keep editing when someone else saved first. */
export function useStaleChoice<Thing>() {
  const [current, setCurrent] = useState<Thing | null>(null)
  const close = () => setCurrent(null)
  return {
    /** Opens the question about what someone else saved. */
    ask: (saved: Thing) => setCurrent(saved),
    close,
    /** Returns the props of StaleSaveDialog. */
    dialog: ({ reload, overwrite }: Choice<Thing>) => ({
      opened: current !== null,
      onKeep: close,
      onReload: () => {
        if (current) reload(current)
      },
      onOverwrite: async () => {
        if (current) await overwrite(current)
      },
    }),
  }
}

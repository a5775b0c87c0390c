import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs a task immediately or, while the pointer is pressed, after its release and click,
 * because the task could move the pressed element out from under the click.
 */
export function useAfterPress(): (task: () => void) => void {
  const press = useRef({ isDown: false, waiting: [] as (() => void)[] })
  useEffect(() => {
    const unmounted = new AbortController()
    const listen = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { capture: true, signal: unmounted.signal })
    const start = () => {
      press.current.isDown = true
    }
    const end = () => {
      press.current.isDown = false
      // The click follows the release.
      for (const task of press.current.waiting.splice(0)) setTimeout(task)
    }
    listen('pointerdown', start)
    for (const type of ['pointerup', 'pointercancel', 'dragend']) listen(type, end)
    return () => unmounted.abort()
  }, [])
  return (task) => {
    if (press.current.isDown) press.current.waiting.push(task)
    else task()
  }
}

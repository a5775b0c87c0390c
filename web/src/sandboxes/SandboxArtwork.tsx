import classes from './SandboxMissing.module.css'

/** Shows two towers of a trestle bridge, with a crane lowering the deck between them. */
export function SandboxArtwork() {
  return (
    <svg className={classes['artwork']} viewBox="0 0 248 150" aria-hidden focusable="false">
      <path className={classes['ground']} d="M8 138h232" />
      <g className={classes['line']}>
        <path d="M36 138 52 74h18l16 64M44 106h34M52 74l26 32M70 74 44 106l42 32M78 106l-42 32" />
        <path d="M154 138l16-64h18l16 64M162 106h34M170 74l26 32M188 74l-26 32 42 32M196 106l-42 32" />
        <path d="M24 74h64M152 74h56" />
      </g>
      <path
        className={classes['crane']}
        d="M228 138V10M220 138h16M98 22h144M228 10 98 22M228 10l14 12M120 22v18"
      />
      <path className={classes['deck']} d="M92 54h56v10H92zM120 40 96 54M120 40l24 14" />
    </svg>
  )
}

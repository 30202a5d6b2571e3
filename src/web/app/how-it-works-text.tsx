export function HowItWorksText() {
  return (
    <>
      <p>
        Your links are combined with your content, and the text is rewritten so that the links read naturally,
        as if they had always been part of it.
      </p>
      <ol>
        <li>Paste your links and tick the ones to weave in.</li>
        <li>Paste your content.</li>
        <li>
          Press <strong>Generate</strong>, then choose between three versions: safe, exploratory and
          experimental.
        </li>
      </ol>
      <p>Your addresses are never changed: each one in the result is exactly the one you saved.</p>
    </>
  );
}

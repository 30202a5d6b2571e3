// Runs React while the browser still fetches the code that uses it.
import 'react-dom/client';
